import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import type { Stage } from "./deployments/stage.ts";
import { HARDHAT, TEST_CONFIG } from "./project.ts";

/** True if util-linux's `script` is available, which runs a command on its own terminal. */
export const HAS_TERMINAL = spawnSync("script", ["--version"]).stdout?.includes("util-linux") === true;

/** Starts `npx hardhat verify-contract deployments` on a terminal. The child's stdin provides the key presses. */
export function startOnTerminal({ project, world }: Stage, env: Readonly<Record<string, string>>) {
  const { NO_COLOR: _, CI: __, FORCE_COLOR: ___, ...surroundings } = process.env;
  const words = [process.execPath, HARDHAT, "--config", TEST_CONFIG, "--network", "localhost"];
  const command = [...words, "verify-contract", "deployments"].map((word) => `'${word}'`).join(" ");
  // `exec` replaces the shell, which Ctrl-C would otherwise end too.
  const onTerminal = `stty cols 80 rows 24; exec ${command}`;
  const child = spawn("script", ["--quiet", "--return", "--command", onTerminal, "/dev/null"], {
    cwd: project.root,
    stdio: ["pipe", "pipe", "inherit"],
    env: {
      ...surroundings,
      TERM: "xterm-256color",
      RPC_URL: world.chain.rpcUrl,
      TEST_VERIFY_CONTRACT: JSON.stringify(world.config),
      ...env,
    },
  });
  let shown = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
  });
  const ended = once(child, "close").then(([exitCode]) => ({
    exitCode: exitCode as number | null,
    shown: shown.replaceAll("\r\n", "\n"),
  }));
  return { child, ended };
}
