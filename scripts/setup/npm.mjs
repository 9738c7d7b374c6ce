import { spawn } from "node:child_process";
import { SetupError } from "./say.mjs";

const QUIET = [
  "--loglevel=error",
  "--engine-strict=false",
  "--no-audit",
  "--no-fund",
  "--no-update-notifier",
];
const isWindows = process.platform === "win32";

/** Runs npm. */
export function npm(parameters, cwd) {
  // A program started by npm knows the path of npm's file. Otherwise, run the `npm` command.
  const file = process.env.npm_execpath ?? "";
  const [command, ...first] = file.endsWith("npm-cli.js") ? [process.execPath, file] : ["npm"];
  const child = spawn(command, [...first, ...parameters, ...QUIET], {
    cwd,
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
