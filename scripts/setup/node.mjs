import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { npm } from "./npm.mjs";
import { inCheckout } from "./paths.mjs";
import { SetupError, say } from "./say.mjs";

/**
 * Returns the path of the Node pinned in package-lock.json, and downloads it if it is missing.
 *
 * The pinned Node is used even if a suitable one is installed, so everyone has the same Node. The installed Node is only
 * used if the pinned one can't run, for example on Alpine, and if it can run TypeScript itself.
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
  // The package `node` only contains a script that installs this one. Skipping it also works with scripts disabled.
  const wanted = `${packageName()}@${version}`;
  await npm(
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
