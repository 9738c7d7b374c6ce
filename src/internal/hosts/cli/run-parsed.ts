import { COMMAND_RUNS } from "../../commands/command-runs.ts";
import { runCommand } from "../../commands/run-command.ts";
import { TOOL } from "../../domain/tool.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { argumentsOf } from "./arguments-of.ts";
import type { ChosenCommand } from "./choose-command.ts";
import { cliHost } from "./host.ts";
import { misuseProblem, typedLine } from "./misuse-problem.ts";
import type { Parsed } from "./parse.ts";
import { PLAIN_WORDS } from "./words.ts";

/** Where there are no words of a command, nothing of the project is read. */
const MISUSED = { words: PLAIN_WORDS, userConfig: {}, explains: () => false, ownsProcess: () => true };

type NoHelp = Exclude<Parsed, { readonly kind: "help" }>;

/** Runs what was parsed, and sets the exit code. */
export async function runParsed(chosen: ChosenCommand, parsed: NoHelp): Promise<void> {
  if (parsed.kind === "version") {
    process.stdout.write(`${TOOL.version}\n`);
    return;
  }
  const args = asTyped(chosen, () => {
    if (parsed.kind === "misuse") throw misuseProblem(parsed.misuse, chosen);
    return argumentsOf(chosen.command, parsed);
  });
  if (args instanceof VerifyContractError) {
    await runCommand(MISUSED, () => Promise.reject(args));
    return;
  }
  // Loaded while the files of the project are read.
  const loading = COMMAND_RUNS[chosen.command]();
  loading.catch(() => {});
  const host = await cliHost(args.host, args.notes);
  await runCommand(host, async (screens, signal) => {
    const run = await loading;
    return run(args.own, host, screens, signal);
  });
}

/** Wrong use, with a next step that repeats what was typed. */
function asTyped<T>(chosen: ChosenCommand, work: () => T): T | VerifyContractError {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof VerifyContractError)) throw error;
    return error.for({ words: PLAIN_WORDS, line: typedLine(chosen) });
  }
}
