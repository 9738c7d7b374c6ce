import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { npm } from "./npm.mjs";
import { inCheckout } from "./paths.mjs";
import { SetupError, say } from "./say.mjs";

/**
 * The path of the Node that package-lock.json pins, which is fetched when it is not there.
 *
 * It is used whatever Node is installed, also a good one: then there is one Node for everybody, and npm
 * installs the same packages everywhere. (Run by Node 20 it leaves out, without a word, the native packages
 * that want Node 22, Hardhat's own among them.) Only where the pinned one can't run, for example on Alpine,
 * is the installed one taken, if it can run TypeScript.
 */
export async function fetchNode() {
  const lock = JSON.parse(readFileSync(inCheckout("package-lock.json"), "utf8"));
  const { version } = lock.packages["node_modules/node"];
  const home = inCheckout(".toolchain", `node-${version}`);
  const program = process.platform === "win32" ? "node.exe" : "node";
  const node = join(home, "node_modules", packageName(), "bin", program);
  if (existsSync(node)) return node;
  try {
    await install(version, home);
    if (spawnSync(node, ["--version"]).status !== 0)
      throw new SetupError(`Node ${version} does not run here.`);
    return node;
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    const runsTypeScript = process.features.typescript === "strip";
    if (!(error instanceof SetupError) || !runsTypeScript) throw error;
    say(`${error.message}\nThe installed Node ${process.versions.node} is used instead.`);
    return process.execPath;
  }
}

async function install(version, home) {
  say(`Fetching Node ${version} from npm (only the first time, 45 MB)…`);
  const draft = `${home}.part`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  // The package `node` only has a script that installs this one; so it also works where scripts are not run.
  const wanted = `${packageName()}@${version}`;
  await npm(
    process.execPath,
    ["install", wanted, "--prefix", draft, "--no-save", "--no-package-lock", "--ignore-scripts"],
    draft,
  );
  renameSync(draft, home);
}

function packageName() {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const prefix = platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node";
  return `${prefix}-${platform}-${process.arch}`;
}
