import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../build-fixtures/run.ts";
import { SCRATCH } from "./scratch.ts";

const PACKAGES = join(import.meta.dirname, "packages");
const QUIET = ["--ignore-scripts", "--omit=peer", "--legacy-peer-deps", "--no-audit", "--no-fund"];

/**
 * Installs a folder of packages/ as its lock file says, outside of the checkout's own node_modules.
 *
 * @returns The folder that has the node_modules.
 */
export async function installPackages(name: string): Promise<string> {
  const lock = readFileSync(join(PACKAGES, name, "package-lock.json"));
  const wanted = createHash("sha256").update(lock).digest("hex");
  const folder = join(SCRATCH, "packages", name);
  const stamp = join(folder, "installed");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(PACKAGES, name), folder, { recursive: true });
  await run("npm", ["ci", ...QUIET], folder);
  writeFileSync(stamp, wanted);
  return folder;
}
