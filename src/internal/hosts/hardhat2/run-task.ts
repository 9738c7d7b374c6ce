import { loadCommand } from "../../commands/command-runs.ts";
import { runCommand } from "../../commands/run-command.ts";
import type { Screens } from "../../commands/show-run.ts";
import { type Command, optionsOf, positionalOf } from "../../domain/options.ts";
import { invalidValue, VerifyContractError } from "../../errors/problem.ts";
import type { ExitCode } from "../../report/outcome.ts";
import { didYouMean, findNearestName } from "../../text/nearest.ts";
import { createHardhat2Host } from "./host.ts";
import type { Runtime, Values } from "./runtime.ts";

/** A task that is run programmatically is never aborted; it stops when the process exits. */
const NEVER = new AbortController().signal;

/** If a program runs the task through `hre.run`, invalid usage is thrown, and the result is the report. */
export async function runTask(command: Command, args: Values, hre: Runtime): Promise<unknown> {
  const host = createHardhat2Host(hre);
  const own = createTaskArguments(command, args, hre);
  const run = async (screens: Screens, signal: AbortSignal): Promise<ExitCode> => {
    const start = await loadCommand(command);
    return start(own, host, screens, signal);
  };
  if (host.ownsProcess()) {
    await runCommand(host, run);
    await waitForOutput();
    return undefined;
  }
  let report: unknown;
  const { stdout, stderr } = process;
  const exitCode = await run({ stdout, stderr, onReport: (it) => (report = it) }, NEVER);
  // A script that ignores the report must not end as if everything were verified.
  if (exitCode !== 0) process.exitCode = exitCode;
  return report;
}

/** Hardhat 2 exits right after a task, which would cut off output that a pipe has not accepted yet. */
async function waitForOutput(): Promise<void> {
  // Also resolves if the reader has closed the pipe.
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>((resolve) => stream.write("", () => resolve()));
}

/** The arguments come from the command line or from `hre.run`, which forwards any name, including a request's keys. */
export function createTaskArguments(
  command: Command,
  args: Values,
  { hardhatArguments }: Pick<Runtime, "hardhatArguments">,
): Values {
  const positional = positionalOf(command);
  const many = positional.find(({ isList }) => isList)?.name;
  const address = positional.find(({ isAddress }) => isAddress)?.name;
  const names = new Map<string, string>([
    ...positional.map(({ name }) => [name, name] as const),
    ...optionsOf(command).flatMap(({ name, key = name }) => [[name, name] as const, [key, name] as const]),
    ...(address === undefined ? [] : [["address", address] as const]),
  ]);
  const own: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) {
    const known = names.get(name);
    if (value === undefined) continue;
    // Hardhat lets a program pass a single string for a list.
    if (known !== undefined) own[known] = known === many ? [value, own[known] ?? []].flat() : value;
    else
      throw invalidValue("A task argument", name, [...names.keys()].join(", "), {
        likely: didYouMean(findNearestName(name, [...names.keys()])),
      });
  }
  if (args.address !== undefined && typeof args.address !== "string")
    throw new VerifyContractError("VC106", {
      values: { option: "address", value: typeof args.address },
      facts: [["Expected", "a string"]],
    });
  if (command === "verify") own.target ??= "";
  // `--verbose` is Hardhat's own option, so no task can declare it.
  if (names.has("verbose")) own.verbose ??= hardhatArguments.verbose ?? false;
  return own;
}
