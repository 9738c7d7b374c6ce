// Writes the declarations reachable by importers of the package to dist/, and no others. Run by `npm pack`.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";
import * as z from "zod";
import * as record from "../src/internal/domain/stored-record.ts";
import * as query from "../src/internal/services/query/model.ts";
import * as status from "../src/internal/services/status/model.ts";
import { hardhat2Types, inCommonJs } from "./generate/hardhat2-types.ts";
import { type Schema, schemaTypes } from "./generate/schema-types.ts";

const DIST = "dist";
/** The CommonJS entry's declaration is written by hand. */
const SOURCES = "src";
/** A function's declaration with its docstring, up to a line that doesn't continue it. */
const FUNCTION = /(?:^\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?^export declare function (\w+)[\s\S]*?;\n(?![ }])/gm;
/** The start and the specifier of an import from another file. */
const IMPORTED = /((?:from|import) "|import\(")(\.[^"]+)"/g;

mkdirSync(".tmp", { recursive: true });
const all = mkdtempSync(".tmp/declarations-");
try {
  const { status } = spawnSync("tsc", ["-p", "tsconfig.build.json", "--outDir", all], { stdio: "inherit" });
  if (status !== 0) throw new Error("tsc failed; its messages are above.");
  for (const [file, text] of Object.entries(modelTypes()))
    writeFileSync(path.join(all, "internal", file), text);
  rmSync(path.join(DIST, "internal"), { recursive: true, force: true });
  for (const [file, text] of byRoom(reachable(all))) {
    mkdirSync(path.dirname(path.join(DIST, file)), { recursive: true });
    writeFileSync(path.join(DIST, file), text);
  }
} finally {
  rmSync(all, { recursive: true });
}

/**
 * Declares the types of all zod models from their JSON Schemas, so editors show their docstrings and don't need zod.
 */
function modelTypes(): Readonly<Record<string, string>> {
  const schemaOf = (name: string) => JSON.parse(readFileSync(`schemas/${name}-1.schema.json`, "utf8"));
  const schema = schemaOf("verify-contract");
  const shared = { schema, from: "../model.js" };
  return {
    "commands/config/user-config.d.ts": configTypes(schemaOf("verify-contract-config")),
    "domain/stored-record.d.ts": answerTypes(record),
    "report/model.d.ts": schemaTypes(schema),
    "report/preflight/model.d.ts": schemaTypes(schemaOf("verify-contract-preflight"), shared),
    "report/status/model.d.ts": schemaTypes(schemaOf("verify-contract-status"), shared),
    "services/query/model.d.ts": answerTypes(query),
    "services/status/model.d.ts": answerTypes(status),
  };
}

/** Declares the named types of a service's answers. */
function answerTypes(model: Readonly<Record<string, unknown>>): string {
  const answers = Object.values(model).filter((each) => each instanceof z.ZodType);
  const schema = z.toJSONSchema(z.union(answers), { unrepresentable: "any" });
  return schemaTypes({ $defs: schema.$defs as Record<string, Schema> });
}

/** Declares the configuration keys of every host. Only the plain command line has networks in its file. */
function configTypes({
  $defs: { config, wrapped: _, ...$defs },
}: {
  readonly $defs: Record<string, Schema>;
}) {
  const { $schema, networks, ...properties } = config?.properties ?? {};
  return schemaTypes({ ...config, properties, title: "UserConfig", $defs });
}

/** The exported declarations and all declarations that they import, with their texts. */
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
  return withoutFunctions(once(found));
}

/** Drops the functions of `internal/` that no other declaration mentions: importers can't call them. */
function withoutFunctions(declarations: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const text of declarations.values())
    for (const [word] of text.matchAll(/\w+/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const drop = (text: string) =>
    text.replaceAll(FUNCTION, (statement, name) => (counts.get(name) === 1 ? "" : statement));
  return new Map(
    Array.from(declarations, ([file, text]) => [file, file.startsWith("internal/") ? drop(text) : text]),
  );
}

/**
 * Drops each ES module's declaration that has a twin for CommonJS, and imports the twin instead: ES modules can import
 * CommonJS, but not the reverse.
 */
function once(declarations: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const twinOf = (file: string) => file.replace(/\.d\.ts$/, ".d.cts");
  const hasTwin = (file: string) =>
    file.startsWith("internal/") && file.endsWith(".d.ts") && declarations.has(twinOf(file));
  const kept = [...declarations].filter(([file]) => !hasTwin(file));
  return new Map(
    kept.map(([file, text]) => [
      file,
      text.replaceAll(IMPORTED, (statement, before, specifier) => {
        const from = path.join(path.dirname(file), specifier);
        return hasTwin(declarationOf(from))
          ? `${before}${specifier.replace(/\.[jt]s$/, ".cjs")}"`
          : statement;
      }),
    ]),
  );
}

/**
 * Merges the declarations into one module per room of `internal/`, so the package has few files. Augmentations of
 * Hardhat's modules stay separate, because only Hardhat 3 can resolve them.
 */
function byRoom(declarations: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const rooms = Map.groupBy(declarations, ([file]) => roomOf(file));
  return new Map(
    Array.from(rooms, ([room, files]) => {
      const texts = files.map(([file, text]) => importingRooms(file, room, text, declarations));
      return [room, texts.length === 1 ? texts.join("") : inOneModule(room, texts)];
    }),
  );
}

/** Maps `internal/report/preflight/model.d.ts` to `internal/report.d.ts`. */
function roomOf(file: string): string {
  return file.includes("type-extensions") ? file : file.replace(/^(internal\/[^/]+)\/.*(\.d\.c?ts)$/, "$1$2");
}

/**
 * Rewrites a file's text to be part of `room`. `export *` from a file becomes a list of names, because the file's room
 * exports more.
 */
function importingRooms(file: string, room: string, text: string, all: ReadonlyMap<string, string>): string {
  const importedFrom = (specifier: string) => declarationOf(path.join(path.dirname(file), specifier));
  return text
    .replaceAll(/^export type \* from "(\..+)";$/gm, (line, specifier) => {
      const names = namesOf(all.get(importedFrom(specifier)) ?? "", "export ");
      return names.length === 0 ? line : `export type { ${names.join(", ")} } from "${specifier}";`;
    })
    .replaceAll(
      IMPORTED,
      (_, before, specifier) =>
        `${before}${specifierOf(roomOf(importedFrom(specifier)), path.dirname(room))}"`,
    );
}

/** Joins texts into one module. Throws if two of them declare the same name. */
function inOneModule(room: string, texts: readonly string[]): string {
  const own = specifierOf(room, path.dirname(room));
  const imports = new Map<string, Set<string>>();
  const bodies = texts.map((text) =>
    text
      .replaceAll(/^export \{\};\n/gm, "")
      .replaceAll(/^(?:import|export) (?:type )?\{ (.+?),? \} from "(.+)";\n/gm, (statement, names, from) => {
        if (from === own) return "";
        if (statement.startsWith("export")) return statement;
        const known = imports.get(from) ?? new Set();
        for (const name of names.split(", ")) known.add(name.replace(/^type /, ""));
        imports.set(from, known);
        return "";
      }),
  );
  const names = bodies.flatMap((body) => namesOf(body, "(?:export )?"));
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new Error(`${room} would declare ${twice} twice.`);
  const lines = Array.from(
    imports,
    ([from, imported]) => `import type { ${[...imported].join(", ")} } from "${from}";\n`,
  );
  return [...lines, ...bodies, "export {};\n"].join("");
}

/** The names that a declaration file declares after `prefix`. Overloads count once. */
function namesOf(text: string, prefix: string): readonly string[] {
  const pattern = `^${prefix}(?:declare )?(?:abstract )?(?:class|const|enum|function|interface|type) (\\w+)`;
  return [...new Set(Array.from(text.matchAll(new RegExp(pattern, "gm")), ([, name]) => name ?? ""))];
}

/** The specifier with which a module in `folder` imports a declaration file. */
function specifierOf(declarations: string, folder: string): string {
  const module = path.posix
    .relative(folder, declarations)
    .replace(/\.d\.ts$/, ".ts")
    .replace(/\.d\.cts$/, ".cjs");
  return module.startsWith(".") ? module : `./${module}`;
}

function exportedModules(): readonly string[] {
  const { exports }: { readonly exports: object } = JSON.parse(readFileSync("package.json", "utf8"));
  return filesIn(exports).filter((file) => /\.c?js$/.test(file));
}

/** All paths of the exports, regardless of conditions. */
function filesIn(exports: string | object): readonly string[] {
  return typeof exports === "string" ? [exports] : Object.values(exports).flatMap(filesIn);
}

/** Maps `a.js` or `a.ts` to `a.d.ts`, and `a.cjs` to `a.d.cts`. */
function declarationOf(module: string): string {
  return module.replace(/\.(c?)[jt]s$/, ".d.$1ts");
}

/** The declaration of an ES module, or the same declaration in a form that CommonJS can import. */
function declaration(folder: string, file: string): string {
  if (!file.endsWith(".d.cts")) return lean(readFileSync(path.join(folder, file), "utf8"));
  if (file === "hardhat2.d.cts") return hardhat2Types(readFileSync(path.join(folder, "verify.d.ts"), "utf8"));
  if (!file.includes(path.sep)) return readFileSync(path.join(SOURCES, file), "utf8");
  const text = readFileSync(path.join(folder, file.replace(/\.d\.cts$/, ".d.ts")), "utf8");
  return inCommonJs(lean(text));
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

/** Replaces the literal types of the catalogue's and options' sentences by `string`. */
function lean(text: string): string {
  return text.replaceAll(
    /^( +readonly (?:sentence|verify|check|deployments|preflight|lock|merge|replay|status|serve): )(?:".*"|'.*');$/gm,
    "$1string;",
  );
}
