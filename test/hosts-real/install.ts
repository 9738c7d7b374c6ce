import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../build-fixtures/run.ts";
import { SCRATCH } from "./scratch.ts";

const QUIET = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
const MANIFESTS = ["package.json", "package-lock.json"];
const LOCKED = "locked";
const INSTALLED = "installed";

export interface Wanted {
  readonly name: string;
  /** Folder with package.json and package-lock.json. @default an empty folder */
  readonly locked?: string;
  /** Arguments of `npm install`. */
  readonly packages: readonly string[];
}

/** Installs a lock file's packages, then these packages with npm's own peer rules. Only keeps what an earlier run installed. */
export async function install({ name, locked, packages }: Wanted): Promise<string> {
  const root = join(SCRATCH, name);
  if (!isStamped(root, LOCKED, lockOf(locked))) {
    rmSync(root, { recursive: true, force: true });
    mkdirSync(root, { recursive: true });
    if (locked !== undefined) {
      copyManifests(locked, root);
      await run("npm", ["ci", ...QUIET], root);
    }
    writeFileSync(join(root, LOCKED), lockOf(locked));
  }
  const kept = ["node_modules", LOCKED, INSTALLED, ...MANIFESTS];
  for (const each of readdirSync(root))
    if (!kept.includes(each)) rmSync(join(root, each), { recursive: true, force: true });
  const line = packages.join("\n");
  if (isStamped(root, INSTALLED, line)) return root;
  rmSync(join(root, INSTALLED), { force: true });
  if (locked === undefined) rmSync(join(root, "node_modules"), { recursive: true, force: true });
  for (const each of MANIFESTS) rmSync(join(root, each), { force: true });
  if (locked !== undefined) copyManifests(locked, root);
  if (packages.length > 0) await run("npm", ["install", ...QUIET, ...packages], root);
  writeFileSync(join(root, INSTALLED), line);
  return root;
}

/** Copies a project's own files, without installed or generated ones. */
export function copyProject(from: string, to: string): void {
  const left = new Set(["node_modules", "artifacts", "cache", ...MANIFESTS]);
  mkdirSync(to, { recursive: true });
  for (const each of readdirSync(from))
    if (!left.has(each)) cpSync(join(from, each), join(to, each), { recursive: true });
}

function copyManifests(from: string, to: string): void {
  for (const each of MANIFESTS) cpSync(join(from, each), join(to, each));
}

function lockOf(locked: string | undefined): string {
  if (locked === undefined) return "";
  return createHash("sha256")
    .update(readFileSync(join(locked, "package-lock.json")))
    .digest("hex");
}

function isStamped(root: string, stamp: string, text: string): boolean {
  const file = join(root, stamp);
  return existsSync(file) && readFileSync(file, "utf8") === text;
}
