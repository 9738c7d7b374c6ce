import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const KEPT = fileURLToPath(new URL("../../.tmp/compiled/", import.meta.url));
const { devDependencies }: { readonly devDependencies: Readonly<Record<string, string>> } =
  require("../../package.json");

export const SOLC_PACKAGES = Object.keys(devDependencies).filter((name) => /^solc(?:-|$)/.test(name));

export interface Solc {
  version(): string;
  compile(input: string): string;
}

/** A real compiler in this process. It loads on its first new input: outputs depend on the input alone, and are kept. */
export function solcOf(name: string): Solc {
  // Packages before 0.5 have a different interface, but the newest wrapper supports all of them.
  let solc: Solc | undefined;
  const load = (): Solc => (solc ??= require("solc/wrapper")(require(`${name}/soljson.js`)) as Solc);
  const { version } = require(`${name}/package.json`) as { readonly version: string };
  return {
    version: () => keptOr(`${version} version`, () => load().version()),
    compile: (input) => keptOr(`${version} ${input}`, () => load().compile(input)),
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
