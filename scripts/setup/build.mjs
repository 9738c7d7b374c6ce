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
/** Which sources each module is made of, for tests and benchmarks: the modules do not say it. */
const CONTENTS = inCheckout("node_modules", ".setup", "contents.json");
const LICENSES = "third-party-licenses.txt";
/** The module by which large ones import others when they need them. */
const LOAD = "load.js";
/** Characters of a module that is large. */
const LARGE = 4_000;

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
 * worker is found from any of them. Loading few modules is also faster, and so what every run needs of packages is
 * inside: a package is outside if `dependencies` or `peerDependencies` names it.
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
    // Its index also loads fetch, WebSocket, caches and mocks, and so Node's own copy of it.
    alias: { undici: inCheckout("scripts", "setup", "undici-client.mjs") },
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
    writeFileSync(path, withRequire(withLoad(withoutImportsOf(helpers, text))));
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

/** The names that a module of one package exports. */
function exportsOf(path) {
  const text = readFileSync(path, "utf8");
  const declared = text.matchAll(/^export (?:const|function|class) (\w+)/gm);
  const renamed = text.matchAll(/^export \{ \w+ as (\w+) \};/gm);
  return [...declared, ...renamed].map(([, name]) => name);
}

/** Parts of packages that are large, and that nothing here uses. */
const LEAN = {
  name: "lean",
  setup({ onLoad }) {
    // zod's messages in fifty languages.
    onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
    }));
    // What makes JSON Schemas of zod's schemas, which only scripts/generate does, from the package itself.
    onLoad(
      { filter: /zod[\\/]v4[\\/]core[\\/](?:json-schema-processors|to-json-schema)\.js$/ },
      ({ path }) => ({
        contents: exportsOf(path)
          .map((name) => `export const ${name} = () => undefined;`)
          .join("\n"),
      }),
    );
    // What writes and compiles a function for each object's schema, which takes longer than the few objects that a run parses.
    onLoad({ filter: /zod[\\/]v4[\\/]classic[\\/]schemas\.js$/ }, ({ path }) => {
      const parts = readFileSync(path, "utf8").split("core.$ZodObjectJIT.init(");
      if (parts.length !== 2) throw new Error("zod.object() is made otherwise now.");
      return { contents: parts.join("core.$ZodObject.init(") };
    });
    // HTTP/2, which is only spoken where `allowH2` is set.
    onLoad({ filter: /undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/ }, () => ({
      contents: 'module.exports = () => { throw new Error("HTTP/2 is not inside"); };',
    }));
    // undici's parser of HTTP a second time, for processors that are a little faster with it.
    onLoad({ filter: /undici[\\/]lib[\\/]llhttp[\\/]llhttp_simd-wasm\.js$/ }, () => ({
      contents: 'module.exports = require("./llhttp-wasm.js");',
    }));
  },
};

/** Each run over contracts loads these, and all that they import. */
const EACH_RUN = [
  "commands/run-command.ts",
  "commands/node-client.ts",
  "commands/contracts.ts",
  "pipeline/stages/judge.ts",
  "services/verification/wire-record.ts",
].map((file) => inCheckout("src", "internal", file));

/** These are loaded without a run, or before one. */
const BEFORE_A_RUN = ["hosts/cli/main.ts", "hosts/hardhat3/plugin.ts"].map((file) =>
  inCheckout("src", "internal", file),
);

/**
 * Puts into one module what each run loads. esbuild joins the files that the same entries reach, and each dynamic import is
 * an entry. Left alone, a run loads 110 modules of ours, and opening a module takes longer than compiling it. So each dynamic
 * import of ours also imports what each run loads: then the same entries reach all of that.
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

/** The sources of each module, by its name. */
function contentsOf({ outputs }) {
  return Object.fromEntries(
    Object.entries(outputs).map(([path, { inputs }]) => [
      basename(path),
      Object.keys(inputs).filter((source) => inputs[source].bytesInOutput > 0),
    ]),
  );
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
  return helpers.reduce((left, name) => left.replace(`import"./${name}";`, ""), text);
}

/**
 * Hardhat's loader rewrites each module in which it finds a dynamic import, and makes a source map of it: a tenth of what a
 * run costs, where the modules are large.
 */
function withLoad(text) {
  if (text.length < LARGE) return text;
  const loading = text.replace(/\bimport\(("[^"]+")\)/g, "$$load($1)");
  return loading === text ? text : `import{$load}from"./${LOAD}";${loading}`;
}

/** esbuild's helper for the `require` of a package in CommonJS looks for one, which ES modules do not have. */
function withRequire(text) {
  if (!/typeof require\b/.test(text)) return text;
  return `import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);\n${text}`;
}

/** The licenses of the packages inside, as each of them asks for. */
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

/** A CommonJS entry is written as such, and loads the ES module of its name. */
function entryPoints() {
  const exported = publicFiles().flatMap((file) => /^\.\/dist\/(.+)\.c?js$/.exec(file)?.[1] ?? []);
  const workers = filesOf("src").filter((path) => path.endsWith("-worker.ts"));
  return [...new Set(exported.map((name) => `${name}.ts`)), ...workers].map((path) =>
    inCheckout("src", path),
  );
}

/** What the package exports, and its command. */
function publicFiles() {
  const { bin, exports } = manifest();
  return [...Object.values(bin), ...filesIn(exports)];
}

/** All paths of exports, under whatever conditions. */
function filesIn(exports) {
  return typeof exports === "string" ? [exports] : Object.values(exports).flatMap(filesIn);
}

function manifest() {
  return JSON.parse(readFileSync(inCheckout("package.json"), "utf8"));
}

function fingerprint() {
  const hash = createHash("sha256");
  const setUp = ["build.mjs", "undici-client.mjs"].map((name) => `scripts/setup/${name}`);
  for (const file of ["package.json", "package-lock.json", ...setUp])
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
