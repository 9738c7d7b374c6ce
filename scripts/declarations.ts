// Writes to dist/ the declarations that an importer of the package can reach, and no others. `npm pack` runs it.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";
import * as z from "zod";
import * as query from "../src/internal/services/query/model.ts";
import * as status from "../src/internal/services/status/model.ts";
import { forwardedEndpoints } from "./generate/forwarded-endpoints.ts";
import { hardhat2Types, inCommonJs } from "./generate/hardhat2-types.ts";
import { type Schema, schemaTypes } from "./generate/schema-types.ts";

const DIST = "dist";
/** That of the plugin's CommonJS entry is written by hand. */
const SOURCES = "src";

mkdirSync(".tmp", { recursive: true });
const all = mkdtempSync(".tmp/declarations-");
try {
  const { status } = spawnSync("tsc", ["-p", "tsconfig.build.json", "--outDir", all], { stdio: "inherit" });
  if (status !== 0) throw new Error("tsc failed; its messages are above.");
  writeFileSync(path.join(all, "internal/services/query/forwarded-endpoints.d.ts"), forwardedEndpoints());
  for (const [file, text] of Object.entries(modelTypes()))
    writeFileSync(path.join(all, "internal", file), text);
  for (const [file, text] of reachable(all)) {
    mkdirSync(path.dirname(path.join(DIST, file)), { recursive: true });
    writeFileSync(path.join(DIST, file), text);
  }
} finally {
  rmSync(all, { recursive: true });
}

/** Those of all zod models, from their JSON Schemas: an editor shows their docstrings, and needs no zod. */
function modelTypes(): Readonly<Record<string, string>> {
  const schemaOf = (name: string) => JSON.parse(readFileSync(`schemas/${name}-1.schema.json`, "utf8"));
  const schema = schemaOf("verify-contract");
  const shared = { schema, from: "../model.js" };
  return {
    "commands/config/user-config.d.ts": configTypes(schemaOf("verify-contract-config")),
    "report/model.d.ts": schemaTypes(schema),
    "report/preflight/model.d.ts": schemaTypes(schemaOf("verify-contract-preflight"), shared),
    "report/status/model.d.ts": schemaTypes(schemaOf("verify-contract-status"), shared),
    "services/query/model.d.ts": answerTypes(query),
    "services/status/model.d.ts": answerTypes(status),
  };
}

/** Those of the answers of a service that have a name. */
function answerTypes(model: Readonly<Record<string, unknown>>): string {
  const answers = Object.values(model).filter((each) => each instanceof z.ZodType);
  const schema = z.toJSONSchema(z.union(answers), { unrepresentable: "any" });
  return schemaTypes({ $defs: schema.$defs as Record<string, Schema> });
}

/** The keys that every host has: the plain command line alone has networks in its file. */
function configTypes({
  $defs: { config, wrapped: _, ...$defs },
}: {
  readonly $defs: Record<string, Schema>;
}) {
  const { $schema, networks, ...properties } = config?.properties ?? {};
  return schemaTypes({ ...config, properties, title: "UserConfig", $defs });
}

/** The declarations that the package's exports reach, the exported ones included, with their texts. */
function reachable(folder: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    const text = declaration(folder, file);
    found.set(file, text);
    for (const specifier of importsOf(file, text))
      if (specifier.startsWith(".")) visit(declarationOf(path.join(path.dirname(file), specifier)));
  };
  for (const file of exportedModules()) visit(declarationOf(path.relative(DIST, file)));
  return found;
}

function exportedModules(): readonly string[] {
  const { exports }: { readonly exports: object } = JSON.parse(readFileSync("package.json", "utf8"));
  return filesIn(exports).filter((file) => /\.c?js$/.test(file));
}

/** All paths of exports, under whatever conditions. */
function filesIn(exports: string | object): readonly string[] {
  return typeof exports === "string" ? [exports] : Object.values(exports).flatMap(filesIn);
}

/** `a.js` or `a.ts` to `a.d.ts`, `a.cjs` to `a.d.cts`. */
function declarationOf(module: string): string {
  return module.replace(/\.(c?)[jt]s$/, ".d.$1ts");
}

/** That of an ES module, or what CommonJS can import of the same. */
function declaration(folder: string, file: string): string {
  if (!file.endsWith(".d.cts")) return lean(readFileSync(path.join(folder, file), "utf8"));
  if (file === "hardhat2.d.cts") return hardhat2Types(readFileSync(path.join(folder, "verify.d.ts"), "utf8"));
  if (!file.includes(path.sep)) return readFileSync(path.join(SOURCES, file), "utf8");
  const text = readFileSync(path.join(folder, file.replace(/\.d\.cts$/, ".d.ts")), "utf8");
  return inCommonJs(withoutComments(lean(text)));
}

function importsOf(file: string, text: string): readonly string[] {
  const { module } = parseSync(file, text);
  const fromTypes = [...text.matchAll(/\bimport\("([^"]+)"\)/g)].map(([, specifier]) => specifier ?? "");
  const reexports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
  );
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...reexports,
    ...fromTypes,
  ];
}

/** Sentences of the catalogue and of the table of options are no types: to a compiler they are texts. */
function lean(text: string): string {
  return text.replaceAll(
    /^( +readonly (?:sentence|explanation|verify|check|deployments|preflight|lock|merge|replay|status|serve): )(?:".*"|'.*');$/gm,
    "$1string;",
  );
}

/** An editor takes the comments of the ES module's declaration; these are the same types once more. */
function withoutComments(text: string): string {
  return text.replaceAll(/^ *\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n/gm, "");
}
