import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../build-fixtures/run.ts";

const QUIET = ["--ignore-scripts", "--omit=peer", "--legacy-peer-deps", "--no-audit", "--no-fund"];

/**
 * Installs a lock file's packages outside of the checkout's node_modules, unless an earlier run did.
 * @param folder Receives node_modules, and is deleted if the lock file has changed.
 */
export async function installPackages(locked: string, folder: string): Promise<void> {
  const lock = readFileSync(join(locked, "package-lock.json"));
  await installOnce(folder, createHash("sha256").update(lock).digest("hex"), async (made) => {
    mkdirSync(made, { recursive: true });
    cpSync(locked, made, { recursive: true });
    await run("npm", ["ci", ...QUIET], made);
  });
}

/** Makes a folder unless it has this version. Several processes may do so at once, so it is made beside its place and moved. */
export async function installOnce(
  folder: string,
  version: string,
  make: (made: string) => Promise<void> | void,
): Promise<void> {
  if (isInstalled(folder, version)) return;
  const made = `${folder}.${process.pid}`;
  await make(made);
  writeFileSync(join(made, STAMP), version);
  rmSync(isInstalled(folder, version) ? made : folder, { recursive: true, force: true });
  if (existsSync(made)) renameSync(made, folder);
}

const STAMP = "installed";

function isInstalled(folder: string, version: string): boolean {
  const stamp = join(folder, STAMP);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === version;
}
