import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, relative } from "node:path";
import { npm } from "./npm.mjs";
import { inCheckout } from "./paths.mjs";
import { say } from "./say.mjs";

const STAMP = inCheckout("node_modules", ".setup", "installed.json");
const isWindows = process.platform === "win32";
const LOCK = inCheckout("package-lock.json");
const DEPENDENCY_FIELDS = [
  "dependencies",
  "devDependencies",
  "optionalDependencies",
  "peerDependencies",
  "overrides",
];

/** The folders whose package.json lists what only their own scripts need: tests, checks, benchmarks. */
export const WORKSPACES = readJson(inCheckout("package.json")).workspaces;

/**
 * Installs node_modules according to package-lock.json.
 *
 * @param workspaces Folders of `WORKSPACES` whose packages are needed as well. An earlier set-up may have installed more.
 */
export async function installDependencies(workspaces) {
  const wanted = fingerprint();
  const stamp = existsSync(STAMP) ? readJson(STAMP) : undefined;
  const kept = stamp?.fingerprint === wanted ? stamp.workspaces : undefined;
  if (kept === undefined || workspaces.some((each) => !kept.includes(each))) {
    let installed = WORKSPACES.filter((each) => workspaces.includes(each) || kept?.includes(each));
    // Without a stamp, npm may have left out packages, for example because of `--omit`. With one, a developer who just
    // ran `npm install` for a new package needs no second installation.
    if (stamp !== undefined && installedIsLocked()) installed = WORKSPACES;
    else {
      say("Installing the dependencies (only the first time, and when package-lock.json has changed)…");
      // `ci` deletes everything first; `install` adds what is missing.
      const command = kept === undefined ? ["ci"] : ["install", "--no-save"];
      // No dependency needs its install script: `node` is linked below, and the other scripts only improve speed.
      const all = ["--include=dev", "--include=optional", "--ignore-scripts"];
      await npm([...command, ...selectionOf(installed), ...all], inCheckout());
    }
    mkdirSync(dirname(STAMP), { recursive: true });
    writeFileSync(STAMP, JSON.stringify({ fingerprint: wanted, workspaces: installed }));
  }
}

/** Links what npm can't install: the Node to use, and the checkout as a package. */
export function linkIntoDependencies(node) {
  // For npm scripts and npx started without this set-up.
  if (!isWindows) link(node, inCheckout("node_modules", ".bin", "node"));
  // Fixture projects resolve the plugin by its name, as users' projects do.
  link(inCheckout("."), inCheckout("node_modules", "hardhat-verify-contract"));
}

/** npm's arguments for the checkout's own packages and those of the workspaces. */
function selectionOf(workspaces) {
  if (workspaces.length === 0) return ["--workspaces=false"];
  return [...workspaces.map((each) => `--workspace=${each}`), "--include-workspace-root"];
}

function fingerprint() {
  const manifests = [".", ...WORKSPACES].map((folder) => readJson(inCheckout(folder, "package.json")));
  const dependencies = manifests.flatMap((manifest) => DEPENDENCY_FIELDS.map((field) => manifest[field]));
  return createHash("sha256")
    .update(JSON.stringify([dependencies, process.platform, process.arch]))
    .update(readFileSync(LOCK))
    .digest("hex");
}

/** True if npm's record of node_modules has every package of the lock file at its version. */
function installedIsLocked() {
  const record = inCheckout("node_modules", ".package-lock.json");
  if (!existsSync(record)) return false;
  const { packages: installed } = readJson(record);
  return Object.entries(readJson(LOCK).packages).every(
    ([path, { version, optional, link }]) =>
      !path.includes("node_modules/") ||
      link ||
      (installed[path]?.version ?? (optional && version)) === version,
  );
}

/**
 * Creates a link or corrects an existing one, which may be broken after an installation without scripts, or point to
 * the original in a copied checkout.
 */
function link(target, path) {
  if (existsSync(path) && realpathSync(path) === realpathSync(target)) return;
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  symlinkSync(isWindows ? target : relative(dirname(path), target), path, "junction");
}

function readJson(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}
