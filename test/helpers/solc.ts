import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const KEPT = fileURLToPath(new URL("../../.tmp/compiled/", import.meta.url));
const devDependencies: Readonly<Record<string, string>> = {
  ...require("../../package.json").devDependencies,
  ...require("../package.json").devDependencies,
};

/** The release of the `solc` package. Other releases are packages of their own, such as `solc-0.7.6`. */
const NEWEST = devDependencies.solc ?? "";

/** A compiler per release in the development dependencies. */
export const COMPILERS = Object.keys(devDependencies)
  .filter((name) => /^solc(?:-|$)/.test(name))
  .map((name) => ({ version: name.slice(5) || NEWEST, path: require.resolve(`${name}/soljson.js`) }));

/** Spares a worker loading the real compiler, which takes two seconds of the processor. */
export const KEPT_COMPILER = {
  version: NEWEST,
  path: fileURLToPath(new URL("kept-soljson.cjs", import.meta.url)),
};

interface Solc {
  version(): string;
  compile(input: string): string;
}

/** A real compiler in this process. It loads on its first new input: outputs depend on the input alone, and are kept. */
export function solcOf(release: string) {
  const { path } = COMPILERS.find(({ version }) => version === release) ?? {};
  if (path === undefined) throw new Error(`There is no compiler ${release}.`);
  // Packages before 0.5 have a different interface, but the newest wrapper supports all of them.
  let solc: Solc | undefined;
  const load = () => (solc ??= require("solc/wrapper")(require(path)) as Solc);
  return {
    /** Such as `0.8.28+commit.7893614a`. */
    longVersion: () => keptOr(`${release} version`, () => load().version()).replace(/\.Emscripten.*$/, ""),
    compile: (input: string) => keptOr(`${release} ${input}`, () => load().compile(input)),
  };
}

function keptOr(key: string, make: () => string): string {
  const file = `${KEPT}${createHash("sha256").update(key).digest("hex")}`;
  if (existsSync(file)) return readFileSync(file, "utf8");
  const made = make();
  mkdirSync(KEPT, { recursive: true });
  // Other processes never see a part of it.
  writeFileSync(`${file}.${process.pid}`, made);
  renameSync(`${file}.${process.pid}`, file);
  return made;
}
