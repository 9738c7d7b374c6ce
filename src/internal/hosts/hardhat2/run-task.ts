import { COMMAND_RUNS } from "../../commands/command-runs.ts";
import type { Command } from "../../commands/options.ts";
import { runCommand } from "../../commands/run-command.ts";
import type { Screens } from "../../commands/show-run.ts";
import type { ExitCode } from "../../report/outcome.ts";
import { hardhat2Host } from "./host.ts";
import type { Runtime } from "./runtime.ts";
import { taskArguments } from "./task-arguments.ts";
import { writtenOut } from "./written-out.ts";

/** Of a program, which ends with its process. */
const NEVER = new AbortController().signal;

/**
 * Runs a command for a task. Where a program ran the task, by `hre.run`, wrong use is thrown.
 *
 * @returns The report to a program; nothing to the command line.
 */
export async function runTask(
  command: Command,
  args: Readonly<Record<string, unknown>>,
  hre: Runtime,
): Promise<unknown> {
  const host = hardhat2Host(hre);
  const { own, notes } = taskArguments(command, args, hre);
  const run = async (screens: Screens, signal: AbortSignal): Promise<ExitCode> => {
    const start = await COMMAND_RUNS[command]();
    return start(own, { ...host, notes: () => [...host.notes(), ...notes] }, screens, signal);
  };
  if (host.ownsProcess()) {
    await runCommand(host, run);
    await writtenOut();
    return undefined;
  }
  let report: unknown;
  const { stdout, stderr } = process;
  const exitCode = await run({ stdout, stderr, onReport: (it) => (report = it) }, NEVER);
  // A script that looks at nothing must not end as if all were verified.
  if (exitCode !== 0) process.exitCode = exitCode;
  return report;
}
