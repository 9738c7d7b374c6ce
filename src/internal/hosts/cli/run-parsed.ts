import type { CommanderError } from "commander";
import { loadCommand } from "../../commands/command-runs.ts";
import { refuseLostOutput, runCommand } from "../../commands/run-command.ts";
import { type Command, flagOf, OPTIONS, optionsOf, positionalOf, SUBCOMMANDS } from "../../domain/options.ts";
import { isTarget, parseTarget } from "../../domain/target.ts";
import { TOOL } from "../../domain/tool.ts";
import {
  advice,
  type CommandLine,
  help,
  type NextStep,
  retarget,
  subcommand,
} from "../../errors/next-step.ts";
import { invalidValue, VerifyContractError } from "../../errors/problem.ts";
import { didYouMean, findNearestName } from "../../text/nearest.ts";
import { createCliHost } from "./host.ts";
import { FORGE_OPTIONS, type HostArguments, listHostOptions } from "./host-options.ts";
import {
  ALL_OPTIONS,
  type ChosenCommand,
  listFlags,
  type Parsed,
  type ParsedWords,
  VERIFYING,
} from "./parse.ts";
import { LEFT_OUT, redactUrl } from "./service-urls.ts";
import { PLAIN_WORDS } from "./words.ts";

/** The host for invalid usage, which is reported without reading the project. */
const MISUSED = { words: PLAIN_WORDS, userConfig: {}, explains: () => false, ownsProcess: () => true };

type NoHelp = Exclude<Parsed, { readonly kind: "help" }>;

export async function runParsed(chosen: ChosenCommand, parsed: NoHelp): Promise<void> {
  if (parsed.kind === "version") {
    process.stdout.write(`${TOOL.version}\n`);
    return refuseLostOutput([]);
  }
  let args: ReturnType<typeof toArguments>;
  try {
    if (parsed.kind === "misuse") throw misuseProblem(parsed.error, chosen);
    args = toArguments(chosen.command, parsed);
  } catch (error) {
    if (!(error instanceof VerifyContractError)) throw error;
    const shown = error.for({ words: PLAIN_WORDS, line: createTypedLine(chosen) });
    return runCommand(MISUSED, () => Promise.reject(shown));
  }
  // Loads the command in parallel with the project's files.
  const loading = loadCommand(chosen.command);
  loading.catch(() => {});
  const host = await createCliHost(args.host, readsConfig(chosen.command, args.host));
  await runCommand(host, async (screens, signal) => {
    const run = await loading;
    return run(args.own, host, screens, signal);
  });
}

/** A replay needs the configuration only for a node's name, and must not run code from whoever sent the evidence. */
function readsConfig(command: Command, { rpcUrl }: HostArguments): boolean {
  if (command === "replay") return rpcUrl !== undefined && !/^https?:/i.test(rpcUrl);
  return listHostOptions(command).some(({ name }) => name === "config");
}

const ELSEWHERE: Readonly<Record<string, string>> = { "--network": "--rpc-url", "--rpc": "--rpc-url" };
const ACTING: ReadonlySet<string> = new Set(
  OPTIONS.filter(({ acts }) => acts === true).map(({ name }) => flagOf(name)),
);
const SECRET: ReadonlySet<string> = new Set(
  ALL_OPTIONS.filter(({ isSecret }) => isSecret === true).flatMap(listFlags),
);

/** @throws VC101 or VC102 if the first word isn't a contract and is probably a mistyped subcommand. */
export function misuseProblem(
  { code, message }: CommanderError,
  { command, words, first }: ChosenCommand,
): VerifyContractError {
  // commander mentions the option and the value only in its message, in quotes.
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? "";
  const option = /--[\w-]+/.exec(quoted)?.[0] ?? quoted;
  // A word after an unknown option may be the option's value.
  const unknownAt =
    code === "commander.unknownOption" ? words.findIndex((word) => word.startsWith(option)) : -1;
  const isJudged = first !== undefined && (unknownAt < 0 || words.indexOf(first) < unknownAt);
  if (command === "verify" && isJudged && !isTarget(first)) parseTarget(first, SUBCOMMANDS);
  switch (code) {
    case "commander.unknownOption":
      return unknownOption(option, command, words);
    case "commander.optionMissingArgument":
      return new VerifyContractError("VC115", {
        values: { option, needed: "a value" },
        facts: [["Takes", ALL_OPTIONS.find((each) => listFlags(each).includes(option))?.value]],
        next: help,
      });
    case "commander.invalidArgument": {
      const [, value = ""] = /argument '(.*)' is invalid/s.exec(message) ?? [];
      const likely = "the option was given twice with different values";
      return invalidValue(option, redactUrl(value), undefined, { likely, next: help });
    }
    default: {
      const argument = words.find((word) => !word.startsWith("-")) ?? "";
      return invalidValue(`An argument of ${command}`, argument, "options only", { next: help });
    }
  }
}

function unknownOption(option: string, command: Command, words: readonly string[]): VerifyContractError {
  const own = [...optionsOf(command), ...listHostOptions(command)].map(({ name }) => flagOf(name));
  const elsewhere = OPTIONS.find(({ name }) => flagOf(name) === option);
  const commands: readonly Command[] = elsewhere?.commands ?? [];
  const [only, ...others] = commands;
  // An option that belongs to another command isn't a typo.
  const harmless = own.filter((flag) => !ACTING.has(flag));
  const meant =
    ELSEWHERE[option] ?? (elsewhere === undefined ? findNearestName(option, harmless) : undefined);
  const isUnknown = meant === undefined && commands.length === 0;
  return new VerifyContractError("VC117", {
    values: { option: redactWord(option) },
    facts: [
      ["Option of", commands.join(", ") || undefined],
      ["Options", isUnknown ? own.join(", ") : undefined],
    ],
    likely:
      isUnknown && VERIFYING.has(command)
        ? "a forge option that isn't listed is either not needed here or has a different name"
        : didYouMean(meant),
    next: only !== undefined && others.length === 0 ? subcommand(only, "") : suggest(option, meant, words),
  });
}

/** Keeps the style of the mistyped option: `--option` or `--option=value`. */
function suggest(option: string, meant: string | undefined, words: readonly string[]): NextStep {
  const written = words.find((word) => word === option || word.startsWith(`${option}=`));
  if (meant === undefined || written === undefined) return help;
  if (words.some((word) => word === meant || word.startsWith(`${meant}=`)))
    return advice(`leave out ${option}: ${meant} is already set`);
  return retarget(redactUrl(written), redactUrl(meant + written.slice(option.length)));
}

/** Uses the words as typed, because after a mistake no part of the parsed command line is reliable. */
export function createTypedLine({ command, words }: ChosenCommand): CommandLine {
  return {
    command,
    targets: words.map((word, at) => (SECRET.has(words[at - 1] ?? "") ? LEFT_OUT : redactWord(word))),
    options: [],
    globals: [],
  };
}

function redactWord(word: string): string {
  if (/^-\w./.test(word) && SECRET.has(word.slice(0, 2))) return word.slice(0, 2) + LEFT_OUT;
  const [flag = ""] = word.split("=", 1);
  return SECRET.has(flag) && flag !== word ? `${flag}=${LEFT_OUT}` : redactUrl(word);
}

/** `path/to/File.sol:Name`, which forge expects after the address. */
const FULLY_QUALIFIED = /^[^\s:]+\.(sol|vy|fe):\w+$/;
const TAKES_NAME: ReadonlySet<Command> = new Set(["verify", "check"]);
const HIGHEST_PORT = 65_535;

export function toArguments(command: Command, { positional, values: typed }: ParsedWords) {
  const values = renameForgeOptions(typed);
  const own: Record<string, unknown> = {};
  for (const { name, kind, default: byDefault } of optionsOf(command)) {
    const value = values[name] ?? byDefault;
    if (kind === "flag") own[name] = value === true;
    else own[name] = kind === "port" ? parsePort(name, String(value)) : value;
  }
  const host: HostArguments = Object.fromEntries(
    listHostOptions(command).flatMap(({ name }) =>
      values[name] === undefined ? [] : [[name, values[name]] as const],
    ),
  );
  return { own: { ...own, ...namePositionals(command, positional, own) }, host };
}

function renameForgeOptions(values: ParsedWords["values"]): ParsedWords["values"] {
  const set = FORGE_OPTIONS.flatMap(({ name, sets }) =>
    values[name] === undefined ? [] : [[sets, values[name]] as const],
  );
  return { ...Object.fromEntries(set), ...values };
}

function namePositionals(
  command: Command,
  typed: readonly string[],
  { contract }: ParsedWords["values"],
): ParsedWords["values"] {
  const [, second = ""] = typed;
  const isNamed = TAKES_NAME.has(command) && contract === undefined && FULLY_QUALIFIED.test(second);
  const words = isNamed ? typed.filter((_, at) => at !== 1) : typed;
  const values = positionalOf(command).map(({ name, isList }, at) => [
    name,
    isList ? words.slice(at) : (words[at] ?? ""),
  ]);
  return { ...Object.fromEntries(values), ...(isNamed ? { contract: second } : {}) };
}

function parsePort(name: string, text: string): number {
  const value = Number(text);
  if (/^\d{1,5}$/.test(text) && value <= HIGHEST_PORT) return value;
  throw invalidValue(flagOf(name), text, `a port from 0 to ${HIGHEST_PORT}`);
}
