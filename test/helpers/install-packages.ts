import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../build-fixtures/run.ts";

const QUIET = ["--ignore-scripts", "--omit=peer", "--legacy-peer-deps", "--no-audit", "--no-fund"];

/**
 * Installs packages according to a lock file, outside of the checkout's node_modules, unless an earlier run already
 * did.
 *
 * @param locked Folder with package.json and package-lock.json.
 * @param folder Receives node_modules. Its other contents are deleted if the lock file has changed.
 */
export async function installPackages(locked: string, folder: string): Promise<void> {
  const lock = readFileSync(join(locked, "package-lock.json"));
  const wanted = createHash("sha256").update(lock).digest("hex");
  if (isInstalled(folder, wanted)) return;
  const made = temporaryName(folder);
  mkdirSync(made, { recursive: true });
  cpSync(locked, made, { recursive: true });
  await run("npm", ["ci", ...QUIET], made);
  moveIntoPlace(made, folder, wanted);
}

/** A name beside the folder, for its contents until they are complete. Test files run in several processes. */
export function temporaryName(folder: string): string {
  return `${folder}.${process.pid}`;
}

/** Moves a complete folder into place, unless another process has just installed the same contents. */
export function moveIntoPlace(made: string, folder: string, version: string): void {
  writeFileSync(join(made, STAMP), version);
  if (isInstalled(folder, version)) {
    rmSync(made, { recursive: true });
    return;
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(made, folder);
}

const STAMP = "installed";

function isInstalled(folder: string, version: string): boolean {
  const stamp = join(folder, STAMP);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === version;
}
