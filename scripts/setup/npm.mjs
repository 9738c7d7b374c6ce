import { spawn } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { SetupError } from "./say.mjs";

const QUIET = ["--loglevel=error", "--no-audit", "--no-fund", "--no-update-notifier"];

/** Runs npm with the given Node, which decides what npm installs: it leaves out what that Node can't run. */
export function npm(node, parameters, cwd) {
  // npm's scripts and npm's own children find `node` on the PATH.
  const path = [dirname(node), process.env.PATH].join(delimiter);
  const child = spawn(node, [npmCli(), ...parameters, ...QUIET], {
    cwd,
    env: { ...process.env, PATH: path, npm_config_globalconfig: globalConfig() },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) return resolve();
      reject(
        new SetupError(
          `"npm ${parameters[0]}" failed; npm's own words are above. The first set-up needs the npm registry:` +
            " when the network or a proxy was the reason, put it right and run the same command again.",
        ),
      );
    });
  });
}

/**
 * npm looks for its global settings (a proxy, a company's certificates) beside the Node that runs it; they
 * are beside the installed Node.
 */
function globalConfig() {
  const folder =
    process.platform === "win32" ? dirname(process.execPath) : dirname(dirname(process.execPath));
  return process.env.npm_config_globalconfig ?? join(folder, "etc", "npmrc");
}

/** npm's program as a file, because the `npm` command would run it with whatever Node it likes. */
function npmCli() {
  const found = candidates().find((file) => basename(file) === "npm-cli.js");
  if (found === undefined)
    throw new SetupError("npm was not found. Install Node with npm, and run `npm test`.");
  return found;
}

function candidates() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const files = folders.flatMap((folder) => [
    join(folder, "npm"),
    join(folder, "node_modules", "npm", "bin", "npm-cli.js"),
  ]);
  return [process.env.npm_execpath ?? "", ...files]
    .filter((file) => existsSync(file))
    .map((file) => realpathSync(file));
}
