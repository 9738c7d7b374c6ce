import { spawn } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { SetupError } from "./say.mjs";

const QUIET = ["--loglevel=error", "--no-audit", "--no-fund", "--no-update-notifier"];
const isWindows = process.platform === "win32";

/** Runs npm with the given Node. npm omits packages that don't support that Node. */
export function npm(node, parameters, cwd) {
  // A program started by npm knows the path of npm's file. Otherwise, run the `npm` command with the first Node on the
  // PATH.
  const file = process.env.npm_execpath ?? "";
  const [command, ...first] = file.endsWith("npm-cli.js") ? [node, file] : ["npm"];
  const child = spawn(command, [...first, ...parameters, ...QUIET], {
    cwd,
    env: {
      ...process.env,
      PATH: [dirname(node), process.env.PATH].join(delimiter),
      // npm looks for the settings of a proxy or a company's certificates next to the Node that runs it.
      npm_config_globalconfig: process.env.npm_config_globalconfig ?? globalConfig(),
    },
    stdio: ["ignore", "ignore", "inherit"],
    shell: isWindows && command === "npm",
  });
  return new Promise((resolve, reject) => {
    child.on("error", ({ message }) => reject(new SetupError(`npm could not be started: ${message}`)));
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

function globalConfig() {
  const folder = dirname(process.execPath);
  return join(isWindows ? folder : dirname(folder), "etc", "npmrc");
}
