import { loadCommand } from "../../commands/command-runs.ts";
import { type Command, flagOf, OPTIONS, optionsOf, SUBCOMMANDS } from "../../commands/options.ts";
import { runCommand } from "../../commands/run-command.ts";
import { isTarget, parseTarget } from "../../domain/target.ts";
import { TOOL } from "../../domain/tool.ts";
import { invalidValue } from "../../errors/invalid-value.ts";
import {
  advice,
  type CommandLine,
  help,
  type NextStep,
  retarget,
  subcommand,
} from "../../errors/next-step.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { nearestNames } from "../../text/nearest.ts";
import { argumentsOf } from "./arguments-of.ts";
import { ALL_OPTIONS, type ChosenCommand, flagsOf } from "./choose-command.ts";
import { cliHost } from "./host.ts";
import { hostOptionsOf } from "./host-options.ts";
import type { Misuse, Parsed } from "./parse.ts";
import { LEFT_OUT, shownUrl } from "./shown-url.ts";
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
  const loading = loadCommand(chosen.command);
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

/** What Hardhat calls it. */
const OF_HARDHAT: Readonly<Record<string, string>> = { "--network": "--rpc-url" };
const SECRET: ReadonlySet<string> = new Set(
  ALL_OPTIONS.filter(({ isSecret }) => isSecret === true).flatMap(flagsOf),
);

/**
 * Wrong use that the parser found.
 *
 * @throws VerifyContractError VC101, VC102 where the first word is no contract either: probably a mistyped sub-command.
 */
export function misuseProblem(misuse: Misuse, { command, words, first }: ChosenCommand): VerifyContractError {
  if (command === "verify" && first !== undefined && !isTarget(first)) parseTarget(first, SUBCOMMANDS);
  switch (misuse.kind) {
    case "unknown-option":
      return unknownOption(misuse.option, command, words);
    case "no-value":
      return new VerifyContractError("VC115", {
        values: { option: misuse.option, needed: "a value" },
        facts: [["Takes", takenBy(misuse.option)]],
        next: help,
      });
    case "given-twice":
      return invalidValue(misuse.option, shownUrl(misuse.value), undefined, {
        likely: "the option was given twice, with two values",
        next: help,
      });
    case "too-many":
      return invalidValue(`An argument of ${command}`, firstArgument(words), "options only", { next: help });
  }
}

function unknownOption(option: string, command: Command, words: readonly string[]): VerifyContractError {
  const own = [...optionsOf(command), ...hostOptionsOf(command)].map(({ name }) => flagOf(name));
  const elsewhere = OPTIONS.find(({ name }) => flagOf(name) === option);
  const commands: readonly Command[] = elsewhere?.commands ?? [];
  const [likely, ...others] = commands.filter((each) => OF_FILES.has(command) || !OF_FILES.has(each));
  // What is another command's option is not mistyped.
  const meant = OF_HARDHAT[option] ?? (elsewhere === undefined ? nearestNames(option, own, 1)[0] : undefined);
  return new VerifyContractError("VC117", {
    values: { option },
    facts: [
      ["Option of", commands.length === 0 ? undefined : commands.join(", ")],
      ["Takes", meant === undefined && commands.length === 0 ? own.join(", ") : undefined],
    ],
    likely: meant === undefined ? undefined : `${meant} is meant`,
    next:
      likely !== undefined && others.length === 0 ? subcommand(likely, "") : nextStep(option, meant, words),
  });
}

/** They take files that this program wrote, so what was typed for a contract is not meant for them. */
const OF_FILES: ReadonlySet<string> = new Set(["merge", "replay"] satisfies readonly Command[]);

/** The line again with the option that is meant, as it was written: `--option` or `--option=value`. */
function nextStep(option: string, meant: string | undefined, words: readonly string[]): NextStep {
  const written = words.find((word) => word === option || word.startsWith(`${option}=`));
  if (meant === undefined || written === undefined) return help;
  if (words.some((word) => word === meant || word.startsWith(`${meant}=`)))
    return advice(`leave out ${option}: ${meant} is there already`);
  return retarget(shownUrl(written), shownUrl(meant + written.slice(option.length)));
}

function takenBy(flag: string): string | undefined {
  return ALL_OPTIONS.find((option) => flagsOf(option).includes(flag))?.value;
}

function firstArgument(words: readonly string[]): string {
  return words.find((word) => !word.startsWith("-")) ?? "";
}

/** The words as they were typed: what stands before a mistake can't be told from what it means. */
export function typedLine({ command, words }: ChosenCommand): CommandLine {
  return {
    subcommand: command === "verify" ? undefined : command,
    targets: words.map((word, at) => (SECRET.has(words[at - 1] ?? "") ? LEFT_OUT : withoutSecret(word))),
    options: [],
    globals: [],
  };
}

function withoutSecret(word: string): string {
  if (/^-\w./.test(word) && SECRET.has(word.slice(0, 2))) return word.slice(0, 2) + LEFT_OUT;
  const [flag = ""] = word.split("=", 1);
  return SECRET.has(flag) && flag !== word ? `${flag}=${LEFT_OUT}` : shownUrl(word);
}
