import { loadCommand } from "../../commands/command-runs.ts";
import type { Command } from "../../commands/options.ts";
import { runCommand } from "../../commands/run-command.ts";
import type { Screens } from "../../commands/show-run.ts";
import type { ExitCode } from "../../report/outcome.ts";
import { hardhat2Host } from "./host.ts";
import type { Runtime } from "./runtime.ts";
import { taskArguments } from "./task-arguments.ts";

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
    const start = await loadCommand(command);
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

/**
 * Waits until everything that was printed has left the process: Hardhat 2 ends the process once a task has ended, and a pipe
 * takes only so much at a time.
 */
async function writtenOut(): Promise<void> {
  await Promise.all([process.stdout, process.stderr].map(emptied));
}

/** A reader that has gone away takes nothing any more. */
function emptied(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write("", () => resolve());
  });
}
