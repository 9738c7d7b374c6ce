import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "./run.ts";

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
  const done = join(folder, "installed");
  if (existsSync(done)) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), "{}\n");
  const npm = [
    "install",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--legacy-peer-deps",
    "--save-exact",
  ];
  await run("npm", [...npm, ...packages], folder);
  writeFileSync(done, "");
  return folder;
}
