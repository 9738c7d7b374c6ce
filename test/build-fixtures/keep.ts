import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Facts } from "./facts.ts";
import type { Transactions } from "./transactions.ts";

const FIXTURES = join(import.meta.dirname, "..", "fixtures", "build-files");

interface OfChain {
  readonly facts: Facts;
  /** For repeating the deployment. */
  readonly transactions?: Transactions;
}

/** Replaces the tool's folder. */
const PLACEHOLDER = "/project";

/** Copies the tool's files byte for byte, except for this machine's paths. */
export function keep(name: string, project: string, paths: readonly string[], ofChain: OfChain): void {
  const target = join(FIXTURES, name);
  rmSync(target, { recursive: true, force: true });
  for (const path of paths) {
    const from = join(project, path);
    if (!existsSync(from)) throw new Error(`${name}: the tool did not write ${path}.`);
    mkdirSync(dirname(join(target, path)), { recursive: true });
    cpSync(from, join(target, path), { recursive: true });
  }
  for (const file of filesIn(target)) withoutMachinePaths(file, project);
  for (const [what, value] of Object.entries(ofChain)) {
    writeFileSync(join(target, `${what}.json`), `${JSON.stringify(value, null, 2)}\n`);
  }
}

function withoutMachinePaths(file: string, project: string): void {
  const written = readFileSync(file, "utf8");
  const text = written.replaceAll(project, PLACEHOLDER);
  const left = [dirname(project), tmpdir(), homedir(), process.cwd()].find((path) =>
    text.includes(`${path}/`),
  );
  if (left !== undefined) throw new Error(`${file} has a path of this machine: ${left}`);
  if (text !== written) writeFileSync(file, text);
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
