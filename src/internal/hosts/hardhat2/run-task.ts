import { COMMAND_RUNS } from "../../commands/command-runs.ts";
import type { Command } from "../../commands/options.ts";
import { runCommand } from "../../commands/run-command.ts";
import { hardhat2Host } from "./host.ts";
import type { Runtime } from "./runtime.ts";
import { taskArguments } from "./task-arguments.ts";
import { writtenOut } from "./written-out.ts";

/** Runs a command for a task. */
export async function runTask(
  command: Command,
  args: Readonly<Record<string, unknown>>,
  hre: Runtime,
): Promise<void> {
  const host = hardhat2Host(hre);
  const own = taskArguments(command, args, hre);
  await runCommand(host, async (screens, signal) => {
    const run = await COMMAND_RUNS[command]();
    return run(own, host, screens, signal);
  });
  await writtenOut();
}
