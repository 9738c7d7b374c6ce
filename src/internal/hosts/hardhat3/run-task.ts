import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { loadCommand } from "../../commands/command-runs.ts";
import type { Command } from "../../commands/options.ts";
import { runCommand } from "../../commands/run-command.ts";
import { hardhatHost } from "./host.ts";

export async function runTask(command: Command, args: object, hre: HardhatRuntimeEnvironment): Promise<void> {
  const run = await loadCommand(command);
  const host = hardhatHost(hre);
  return runCommand(host, (screens, signal) => run(args, host, screens, signal));
}
