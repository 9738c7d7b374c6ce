import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  const stamp = join(folder, "installed");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(locked, folder, { recursive: true });
  await run("npm", ["ci", ...QUIET], folder);
  writeFileSync(stamp, wanted);
}
