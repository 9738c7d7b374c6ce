import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { inCheckout } from "./paths.mjs";
import { SetupError, say } from "./say.mjs";

const STAMP = inCheckout("node_modules", ".setup", "built");
const TSC = inCheckout("node_modules", "typescript", "bin", "tsc");

const TASKS = ["internal", "hardhat", "tasks"];
const BUNDLED = ["verify-contract", "deployments"];

/** Compiles src/ to dist/ when a source is newer, or was added or removed. */
export async function buildPackage(node) {
  const wanted = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted && existsSync(inCheckout("dist"))) return;
  say("Building…");
  removeOrphans();
  const { status } = spawnSync(node, [TSC, "-p", inCheckout("tsconfig.build.json")], {
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) throw new SetupError("The sources do not compile; the compiler's messages are above.");
  await bundleTasks();
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, wanted);
}

/**
 * Makes one module of each task that people wait for: loading some two hundred takes half of what such a command costs
 * by itself. Packages stay outside, and so does what a program imports.
 */
async function bundleTasks() {
  const { build } = await import("esbuild");
  await build({
    entryPoints: BUNDLED.map((task) => inCheckout("src", ...TASKS, task, "task-action.ts")),
    outbase: inCheckout("src"),
    outdir: inCheckout("dist"),
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node22",
    sourcemap: "linked",
    sourcesContent: false,
    logLevel: "warning",
  });
}

function fingerprint() {
  const hash = createHash("sha256");
  const makers = ["tsconfig.json", "tsconfig.build.json", "scripts/setup/build.mjs"];
  for (const file of ["package-lock.json", ...makers]) hash.update(readFileSync(inCheckout(file)));
  for (const path of filesOf("src")) {
    const { size, mtimeMs } = statSync(inCheckout("src", path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

/** The compiler leaves the output of a source that is gone, and it would be published. */
function removeOrphans() {
  if (!existsSync(inCheckout("dist"))) return;
  const sources = new Set(filesOf("src").map((path) => path.replace(/\.ts$/, "")));
  for (const path of filesOf("dist")) {
    const [output, name] = /^(.*?)(?:\.d\.ts|\.js)(?:\.map)?$/.exec(path) ?? [];
    if (output !== undefined && !sources.has(name)) rmSync(inCheckout("dist", output));
  }
}

function filesOf(folder) {
  return readdirSync(inCheckout(folder), { recursive: true })
    .map(String)
    .filter((path) => statSync(inCheckout(folder, path)).isFile())
    .sort();
}
