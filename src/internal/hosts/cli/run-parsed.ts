import { runCommand } from "../../commands/run-command.ts";
import type { Screens } from "../../commands/show-run.ts";
import { TOOL } from "../../domain/tool.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import type { ExitCode } from "../../report/outcome.ts";
import { argumentsOf, type CommandArguments } from "./arguments-of.ts";
import type { ChosenCommand } from "./choose-command.ts";
import { COMMAND_RUNS } from "./command-runs.ts";
import { cliHost } from "./host.ts";
import { misuseProblem, typedLine } from "./misuse-problem.ts";
import type { Parsed } from "./parse.ts";
import { PLAIN_WORDS } from "./words.ts";

type NoHelp = Exclude<Parsed, { readonly kind: "help" }>;

/** Runs what was parsed, and sets the exit code. */
export async function runParsed(chosen: ChosenCommand, parsed: NoHelp): Promise<void> {
  if (parsed.kind === "version") {
    process.stdout.write(`${TOOL.version}\n`);
    return;
  }
  await runCommand({ ownsProcess: () => true }, async (screens, signal) => {
    const args = asTyped(chosen, () => {
      if (parsed.kind === "misuse") throw misuseProblem(parsed.misuse, chosen);
      return argumentsOf(chosen.command, parsed);
    });
    return run(chosen, args, screens, signal);
  });
}

async function run(
  { command }: ChosenCommand,
  { own, host: options, notes }: CommandArguments,
  screens: Screens,
  signal: AbortSignal,
): Promise<ExitCode> {
  const host = await cliHost(options, notes);
  const start = await COMMAND_RUNS[command]();
  return start(own, host, screens, signal);
}

/** Wrong use, with a next step that repeats what was typed. */
function asTyped<T>(chosen: ChosenCommand, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof VerifyContractError)) throw error;
    throw error.for({ words: PLAIN_WORDS, line: typedLine(chosen) });
  }
}
