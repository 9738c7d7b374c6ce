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
import { basename, dirname, resolve } from "node:path";
import { inCheckout } from "./paths.mjs";
import { SetupError, say } from "./say.mjs";

const STAMP = inCheckout("node_modules", ".setup", "built");
/** Lists the sources of each module, for tests and benchmarks, because the built modules don't. */
const CONTENTS = inCheckout("node_modules", ".setup", "contents.json");
const LICENSES = "third-party-licenses.txt";
/** The module through which large modules import others on demand. */
const LOAD = "load.js";
/** From this many characters on, a module is large. */
const LARGE = 4_000;

/**
 * Bundles src/ to dist/ if any source changed, or was added or removed. Doesn't check types: `npm run check` does, and
 * `scripts/declarations.ts` writes the published declarations.
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
 * Bundles everything that is loaded by name: the package's exports, its command, and the workers. Code that several of
 * them need, or that is imported on demand, becomes a separate module. Module state, such as the pace of a host,
 * therefore exists once per process, whichever entry was imported. All modules share one folder, so any of them can
 * locate a worker. Fewer modules load faster, so packages are bundled unless `dependencies` or `peerDependencies` lists
 * them.
 */
async function bundle() {
  const { build } = await import("esbuild");
  const { dependencies, peerDependencies } = manifest();
  const result = await build({
    entryPoints: entryPoints(),
    outdir: inCheckout("dist"),
    entryNames: "[name]",
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    external: Object.keys({ ...dependencies, ...peerDependencies }).flatMap((name) => [name, `${name}/*`]),
    plugins: [LEAN, TOGETHER],
    minify: true,
    legalComments: "none",
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
  const kept = new Set([...result.outputFiles.map(({ path }) => basename(path)), LICENSES, LOAD]);
  const helpers = helpersOf(result.metafile);
  for (const { path, text } of result.outputFiles)
    writeFileSync(path, withBuiltins(withLoad(withoutImportsOf(helpers, text))));
  writeFileSync(inCheckout("dist", LOAD), "export const $load = (path) => import(path);\n");
  writeFileSync(inCheckout("dist", LICENSES), licensesOf(result.metafile));
  mkdirSync(dirname(CONTENTS), { recursive: true });
  writeFileSync(CONTENTS, JSON.stringify(contentsOf(result.metafile)));
  for (const file of publicFiles().filter((each) => each.endsWith(".cjs"))) {
    kept.add(basename(file));
    copyFileSync(inCheckout("src", basename(file)), inCheckout(file));
  }
  for (const name of readdirSync(inCheckout("dist")))
    if (!kept.has(name)) rmSync(inCheckout("dist", name), { recursive: true });
}

/** The names exported by a package's module. */
function exportsOf(path) {
  const text = readFileSync(path, "utf8");
  const declared = text.matchAll(/^export (?:const|function|class) (\w+)/gm);
  const renamed = text.matchAll(/^export \{ \w+ as (\w+) \};/gm);
  return [...declared, ...renamed].map(([, name]) => name);
}

/** Replaces large, unused parts of packages. */
const LEAN = {
  name: "lean",
  setup({ onLoad }) {
    // zod's messages in fifty languages.
    onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
    }));
    // zod's conversion to JSON Schema, which only scripts/generate uses, directly from the package, and smol-toml's writer.
    onLoad(
      {
        filter:
          /(?:zod[\\/]v4[\\/]core[\\/](?:json-schema-processors|to-json-schema)|smol-toml[\\/]dist[\\/]stringify)\.js$/,
      },
      ({ path }) => ({
        contents: exportsOf(path)
          .map((name) => `export const ${name} = () => undefined;`)
          .join("\n"),
      }),
    );
    // zod's compiler for object parsers. Compiling takes longer than parsing the few objects of a run.
    onLoad({ filter: /zod[\\/]v4[\\/]classic[\\/]schemas\.js$/ }, ({ path }) => {
      const parts = readFileSync(path, "utf8").split("core.$ZodObjectJIT.init(");
      if (parts.length !== 2) throw new Error("zod.object() is made otherwise now.");
      return { contents: parts.join("core.$ZodObject.init(") };
    });
  },
};

/** Every run over contracts loads these modules and their imports. */
const EACH_RUN = [
  "commands/run-command.ts",
  "commands/node-client.ts",
  "commands/contracts.ts",
  "pipeline/stages/judge.ts",
  "services/verification/wire-record.ts",
].map((file) => inCheckout("src", "internal", file));

/** Modules loaded before or without a run. */
const BEFORE_A_RUN = ["hosts/cli/main.ts", "hosts/hardhat3/plugin.ts"].map((file) =>
  inCheckout("src", "internal", file),
);

/**
 * Bundles the modules that each run loads into one. esbuild groups files by the entries that reach them, and each
 * dynamic import is an entry. Without this plugin, a run loads 110 of our modules, and opening a module takes longer
 * than compiling it. Each of our dynamic imports therefore also imports everything that each run loads, so the same
 * entries reach all of it.
 */
const TOGETHER = {
  name: "together",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\.?\// }, ({ kind, path, resolveDir }) => {
      const file = resolve(resolveDir, path);
      if (kind !== "dynamic-import" || BEFORE_A_RUN.includes(file)) return undefined;
      return { path: file, namespace: "together" };
    });
    onLoad({ filter: /./, namespace: "together" }, ({ path }) => ({
      contents: [
        ...EACH_RUN.map((file) => `import ${JSON.stringify(file)};`),
        `export * from ${JSON.stringify(path)};`,
      ].join("\n"),
      resolveDir: dirname(path),
    }));
  },
};

/** The sources of each module, by module name. */
function contentsOf({ outputs }) {
  return Object.fromEntries(
    Object.entries(outputs).map(([path, { inputs }]) => [
      basename(path),
      Object.keys(inputs).filter((source) => inputs[source].bytesInOutput > 0),
    ]),
  );
}

/** Modules that only contain esbuild's helpers, without any source. */
function helpersOf({ outputs }) {
  return Object.keys(outputs)
    .filter(
      (path) => Object.keys(outputs[path].inputs).length === 0 && outputs[path].entryPoint === undefined,
    )
    .map((path) => basename(path));
}

/** Removes unused imports of esbuild's helpers: Hardhat would load them with each command. */
function withoutImportsOf(helpers, text) {
  return helpers.reduce((left, name) => left.replace(`import"./${name}";`, ""), text);
}

/**
 * Hides dynamic imports from Hardhat's loader, which rewrites each module that has one and generates a source map for
 * it. For large modules, that takes a tenth of a run.
 */
function withLoad(text) {
  if (text.length < LARGE) return text;
  const loading = text.replace(/\bimport\(("[^"]+")\)/g, "$$load($1)");
  return loading === text ? text : `import{$load}from"./${LOAD}";${loading}`;
}

/**
 * Takes Node's modules from the process. An import resolves each one, and creates a module with all of its exports,
 * which takes a twentieth of a run of the plain command line.
 */
function withBuiltins(text) {
  if (text.length < LARGE) return text;
  return text.replace(
    /\bimport ?(?:(?:\* ?as )?([\w$]+),?)? ?(\{[^}]*\})? ?from ?("node:[^"]+");/g,
    (_, whole, named, name) =>
      [whole, named?.replaceAll(" as ", ":")]
        .filter((each) => each !== undefined)
        .map((each) => `const ${each}=process.getBuiltinModule(${name});`)
        .join(""),
  );
}

/** Collects the licenses of the bundled packages, because each license must ship with its package's code. */
function licensesOf({ outputs }) {
  const inside = Object.values(outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((path) => inputs[path].bytesInOutput > 0),
  );
  const folders = inside.flatMap((path) => /^(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  return [...new Set(folders)].sort().map(licenseOf).join("\n\n");
}

function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(inCheckout(folder, "package.json"), "utf8"));
  const file = readdirSync(inCheckout(folder)).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined) throw new SetupError(`${folder} has no license.`);
  return `${name} ${version} (${license})\n\n${readFileSync(inCheckout(folder, file), "utf8").trim()}\n`;
}

/** The entries to bundle. A CommonJS entry is copied instead, and loads the ES module of the same name. */
function entryPoints() {
  const exported = publicFiles().flatMap((file) => /^\.\/dist\/(.+)\.c?js$/.exec(file)?.[1] ?? []);
  const workers = filesOf("src").filter((path) => path.endsWith("-worker.ts"));
  return [...new Set(exported.map((name) => `${name}.ts`)), ...workers].map((path) =>
    inCheckout("src", path),
  );
}

/** The package's exports and its command. */
function publicFiles() {
  const { bin, exports } = manifest();
  return [...Object.values(bin), ...filesIn(exports)];
}

/** All paths of the exports, regardless of conditions. */
function filesIn(exports) {
  return typeof exports === "string" ? [exports] : Object.values(exports).flatMap(filesIn);
}

function manifest() {
  return JSON.parse(readFileSync(inCheckout("package.json"), "utf8"));
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
