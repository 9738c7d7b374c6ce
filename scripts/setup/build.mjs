import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname } from "node:path";
import { inCheckout } from "./paths.mjs";
import { SetupError, say } from "./say.mjs";

const STAMP = inCheckout("node_modules", ".setup", "built");

/**
 * Bundles src/ to dist/ when a source is newer, or was added or removed. Types are not looked at: `npm run check` does
 * that, and `scripts/declarations.ts` writes what is published of them.
 */
export async function buildPackage() {
  const wanted = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted && existsSync(inCheckout("dist"))) return;
  say("Building…");
  await bundle();
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, wanted);
}

/**
 * One build of everything that is loaded by a name: what the package exports, its command, and the workers. What several of them
 * need, and what is imported only when it is needed, becomes a module of its own; so what a module keeps, such as the
 * pace of a host, is there once in a process, whatever was imported. All modules stand in one folder, which is how a
 * worker is found from any of them. Loading few modules is also faster. Packages stay outside.
 */
async function bundle() {
  const { build } = await import("esbuild");
  const result = await build({
    entryPoints: entryPoints(),
    outdir: inCheckout("dist"),
    entryNames: "[name]",
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node22",
    write: false,
    metafile: true,
    logLevel: "warning",
  }).catch(() => {
    throw new SetupError("The sources can't be built; the messages are above.");
  });
  mkdirSync(inCheckout("dist"), { recursive: true });
  const kept = new Set(result.outputFiles.map(({ path }) => basename(path)));
  const helpers = helpersOf(result.metafile);
  for (const { path, text } of result.outputFiles) writeFileSync(path, withoutImportsOf(helpers, text));
  for (const file of publicFiles().filter((each) => each.endsWith(".cjs"))) {
    kept.add(basename(file));
    copyFileSync(inCheckout("src", basename(file)), inCheckout(file));
  }
  for (const name of readdirSync(inCheckout("dist")))
    if (!kept.has(name)) rmSync(inCheckout("dist", name), { recursive: true });
}

/** Modules of esbuild's own helpers, which are made of no source. */
function helpersOf({ outputs }) {
  return Object.keys(outputs)
    .filter(
      (path) => Object.keys(outputs[path].inputs).length === 0 && outputs[path].entryPoint === undefined,
    )
    .map((path) => basename(path));
}

/** esbuild imports its helpers also where none is used, and Hardhat would load them with each command. */
function withoutImportsOf(helpers, text) {
  const isOfHelpers = (line) => helpers.some((name) => line === `import "./${name}";`);
  return text
    .split("\n")
    .filter((line) => !isOfHelpers(line))
    .join("\n");
}

/** A CommonJS entry is written as such, and loads the ES module of its name. */
function entryPoints() {
  const exported = publicFiles().flatMap((file) => /^\.\/dist\/(.+)\.c?js$/.exec(file)?.[1] ?? []);
  const workers = filesOf("src").filter((path) => path.endsWith("-worker.ts"));
  return [...exported.map((name) => `${name}.ts`), ...workers].map((path) => inCheckout("src", path));
}

/** What the package exports, and its command. */
function publicFiles() {
  const { bin, exports } = JSON.parse(readFileSync(inCheckout("package.json"), "utf8"));
  return [...Object.values(bin), ...Object.values(exports)].flatMap((file) =>
    typeof file === "string" ? [file] : Object.values(file),
  );
}

function fingerprint() {
  const hash = createHash("sha256");
  for (const file of ["package.json", "package-lock.json", "scripts/setup/build.mjs"])
    hash.update(readFileSync(inCheckout(file)));
  for (const path of filesOf("src")) {
    const { size, mtimeMs } = statSync(inCheckout("src", path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

function filesOf(folder) {
  return readdirSync(inCheckout(folder), { recursive: true })
    .map(String)
    .filter((path) => statSync(inCheckout(folder, path)).isFile())
    .sort();
}
