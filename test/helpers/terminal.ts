import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import type { Stage } from "./deployments/stage.ts";
import { HARDHAT, TEST_CONFIG } from "./project.ts";

/** Whether there is the `script` of util-linux, which runs a command on a terminal of its own. */
export const HAS_TERMINAL = spawnSync("script", ["--version"]).stdout?.includes("util-linux") === true;

/** Starts `npx hardhat verify-contract deployments` on a terminal, whose keys are the standard input of the child. */
export function startOnTerminal(
  { project, world }: Stage,
  env: Readonly<Record<string, string>>,
  columns = 80,
) {
  const { NO_COLOR: _, CI: __, FORCE_COLOR: ___, ...surroundings } = process.env;
  const words = [process.execPath, HARDHAT, "--config", TEST_CONFIG, "--network", "localhost"];
  const command = [...words, "verify-contract", "deployments"].map((word) => `'${word}'`).join(" ");
  // Without a shell that stays, which Ctrl-C would end too.
  const onTerminal = `stty cols ${columns} rows 24; exec ${command}`;
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
