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

const STAMP = inCheckout("node_modules", ".setup", "installed");
const isWindows = process.platform === "win32";
const LOCK = inCheckout("package-lock.json");
const DEPENDENCY_FIELDS = [
  "dependencies",
  "devDependencies",
  "optionalDependencies",
  "peerDependencies",
  "overrides",
];

/** Installs node_modules according to package-lock.json, using `npm ci` with the given Node. */
export async function installDependencies(node) {
  const wanted = fingerprint(node);
  const installed = existsSync(STAMP) ? readFileSync(STAMP, "utf8") : undefined;
  if (installed !== wanted) {
    // Without a stamp, the Node that ran npm is unknown, and so are the packages that npm left out. With one, a
    // developer who just ran `npm install` for a new package needs no second installation.
    if (installed === undefined || !installedIsLocked()) {
      say("Installing the dependencies (only the first time, and when package-lock.json has changed)…");
      // No dependency needs its install script: `node` is linked below, and the other scripts only improve speed.
      await npm(node, ["ci", "--include=dev", "--include=optional", "--ignore-scripts"], inCheckout());
    }
    mkdirSync(dirname(STAMP), { recursive: true });
    writeFileSync(STAMP, wanted);
  }
  // For npm scripts and npx started without this set-up.
  if (!isWindows) link(node, inCheckout("node_modules", ".bin", "node"));
  // Fixture projects resolve the plugin by its name, as users' projects do.
  link(inCheckout("."), inCheckout("node_modules", "hardhat-verify-contract"));
}

function fingerprint(node) {
  const manifest = readJson(inCheckout("package.json"));
  const dependencies = DEPENDENCY_FIELDS.map((field) => manifest[field]);
  return createHash("sha256")
    .update(JSON.stringify([dependencies, process.platform, process.arch, relative(inCheckout(), node)]))
    .update(readFileSync(LOCK))
    .digest("hex");
}

/** True if npm's record of node_modules has every package of the lock file at its version. */
function installedIsLocked() {
  const record = inCheckout("node_modules", ".package-lock.json");
  if (!existsSync(record)) return false;
  const { packages: installed } = readJson(record);
  return Object.entries(readJson(LOCK).packages).every(
    ([path, { version, optional }]) =>
      path === "" || (installed[path]?.version ?? (optional && version)) === version,
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
