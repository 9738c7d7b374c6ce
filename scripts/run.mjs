// node scripts/run.mjs [--workspaces=none|test,...] [--no-build] [command] [arguments...]
//
// Prepares the checkout and then runs the command in it. With --workspaces, only installs the packages of the named
// workspaces, besides the checkout's own. Any Node from 20 on can start this file, so the files in scripts/setup/ are
// plain JavaScript without dependencies. Steps that are already done cost nothing.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { delimiter, dirname } from "node:path";
import { buildPackage } from "./setup/build.mjs";
import { installDependencies, linkIntoDependencies, WORKSPACES } from "./setup/dependencies.mjs";
import { fetchNode } from "./setup/node.mjs";
import { oneAtATime } from "./setup/one-at-a-time.mjs";
import { inCheckout } from "./setup/paths.mjs";
import { SetupError, say } from "./setup/say.mjs";

const parameters = process.argv.slice(2);
const chosen = /^--workspaces=(.*)/.exec(parameters[0] ?? "")?.[1].split(",");
if (chosen !== undefined) parameters.shift();
const workspaces = WORKSPACES.filter((each) => chosen?.includes(each) ?? true);
const build = parameters[0] !== "--no-build";

try {
  const node = await oneAtATime(async () => {
    const [pinned] = await together(fetchNode(), installDependencies(workspaces));
    linkIntoDependencies(pinned);
    if (build) await buildPackage();
    return pinned;
  });
  process.exitCode = await run(build ? parameters : parameters.slice(1), node);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  say(error.message);
  process.exitCode = 1;
}

/** Waits for all, even if one fails: the lock must not be released while npm still runs. */
async function together(...steps) {
  await Promise.allSettled(steps);
  return Promise.all(steps);
}

function run([command, ...rest], node) {
  if (command === undefined) return 0;
  const path = [dirname(node), inCheckout("node_modules", ".bin"), process.env.PATH].join(delimiter);
  const child = spawn(command === "node" ? node : command, rest, {
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, PATH: path, npm_node_execpath: node },
  });
  // Ctrl-C reaches the child directly. The child's exit determines this process's exit.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  return new Promise((resolve) => {
    child.on("error", (error) => {
      say(`Could not run ${command}: ${error.message}`);
      resolve(1);
    });
    child.on("close", (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}
