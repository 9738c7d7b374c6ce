import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { installOnce } from "../helpers/install-packages.ts";
import type { Facts } from "./facts.ts";
import { run } from "./run.ts";
import type { Transactions } from "./transactions.ts";

/** Pinned: a tool's output changes with its version. */
const SOLC = "solc@0.8.28";

/** Kept between runs. */
const TOOLS = join(realpathSync(tmpdir()), "fixtures-tools");

const SOURCES = join(import.meta.dirname, "sources");
const PROJECTS = join(import.meta.dirname, "projects");

/** @param dependency Folder for third-party sources. */
export async function openWorkshop(name: string, packages: readonly string[], dependency: string) {
  const tools = await installed(name, [SOLC, ...packages]);
  const project = join(tools, "project");
  rmSync(project, { recursive: true, force: true });
  cpSync(join(PROJECTS, name), project, { recursive: true });
  cpSync(join(SOURCES, "contracts"), join(project, "contracts"), { recursive: true });
  cpSync(join(SOURCES, "access"), join(project, dependency), { recursive: true });
  return { project, tools };
}

/** Install scripts stay off: each platform's binaries have their own package. */
export async function installed(name: string, packages: readonly string[]): Promise<string> {
  const hash = createHash("sha256").update(packages.join(" ")).digest("hex").slice(0, 8);
  const folder = join(TOOLS, `${name}-${hash}`);
  await installOnce(folder, hash, async (made) => {
    mkdirSync(made, { recursive: true });
    writeFileSync(join(made, "package.json"), "{}\n");
    await run("npm", ["install", ...QUIET, "--save-exact", ...packages], made);
  });
  return folder;
}

const QUIET = ["--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps"];

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
