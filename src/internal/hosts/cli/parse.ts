import { CommanderError, InvalidArgumentError, Command as Parser, Option as ParserOption } from "commander";
import { ARGUMENTS, formatExamples, type HelpNames } from "../../commands/help.ts";
import {
  COMMANDS,
  type Command,
  DESCRIPTIONS,
  flagOf,
  OPTIONS,
  optionsOf,
  positionalOf,
  SUBCOMMANDS,
} from "../../domain/options.ts";
import {
  type AnyOption,
  FORGE_OPTIONS,
  FORGE_SECRETS,
  HOST_OPTIONS,
  listHostOptions,
} from "./host-options.ts";

const PROGRAM = "hardhat-verify-contract";

const NAMES: HelpNames = { of: (command) => `npx ${getProgram(command)}`, network: "--rpc-url" };

function getProgram(command: Command): string {
  return command === "verify" ? PROGRAM : `${PROGRAM} ${command}`;
}

const AFTER_ADDRESS = "path/to/File.sol:Name, as in forge. Constructor arguments aren't needed";

const COLUMNS = 80;
const INDENT = 15;

function formatUsage(command: Command): string {
  const usage = `[options] ${ARGUMENTS[command].replace(" …", "...")}`.trimEnd();
  return command === "verify" ? `${usage}\n       ${PROGRAM} <command> [options]` : usage;
}

function formatCommands(wrap: (text: string, width: number) => string): string {
  const lines = COMMANDS.slice(1).map((command) => {
    const says = wrap(DESCRIPTIONS[command], COLUMNS - INDENT).replaceAll("\n", `\n${" ".repeat(INDENT)}`);
    return `  ${command.padEnd(INDENT - 2)}${says}`;
  });
  return `Commands:\n${lines.join("\n")}\n\n`;
}

const EXIT_CODES =
  "Exit codes: 0 good enough, 1 needs attention, 2 invalid usage (nothing was sent), 3 retry later.";

export interface ParsedWords {
  readonly positional: readonly string[];
  /** Option values keyed by camel-case name: a string, a list, or true for a flag. */
  readonly values: Readonly<Record<string, unknown>>;
}

export type Parsed =
  | ({ readonly kind: "command" } & ParsedWords)
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "version" }
  | { readonly kind: "misuse"; readonly error: CommanderError };

export function parse(command: Command, words: readonly string[]): Parsed {
  let help = "";
  const parser = createParser(command).configureOutput({
    writeOut: (text) => {
      help += text;
    },
  });
  try {
    // commander only rejects excess arguments if an action is set.
    parser.action(() => {}).parse(words, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === "commander.helpDisplayed") return { kind: "help", text: help };
    return { kind: "misuse", error };
  }
  const values = parser.opts();
  if (values.version === true) return { kind: "version" };
  return { kind: "command", positional: parser.args, values };
}

const OWN = "Options:";
const PROJECT_GROUP = "Node and project:";

/** Options whose values are comma-separated lists. The values of repeated options are joined. */
const JOINED = new Set(["report", "require"]);

/** The commands that accept forge's option names. */
export const VERIFYING: ReadonlySet<Command> = new Set(["verify", "check", "deployments"]);

function createParser(command: Command): Parser {
  const parser = new Parser(getProgram(command))
    .exitOverride()
    .configureOutput({ writeErr: () => {}, outputError: () => {} })
    .configureHelp({ helpWidth: process.stdout.columns ?? COLUMNS })
    .usage(formatUsage(command))
    .optionsGroup(OWN)
    .helpOption("-h, --help", "Show this help");
  const help = parser.createHelp();
  const wrap = (text: string, width: number): string => help.boxWrap(text, width);
  parser.addHelpText(
    "before",
    `${wrap(`${DESCRIPTIONS[command]}.`, COLUMNS)}\n\n${formatExamples(command, NAMES)}\n`,
  );
  const others = command === "verify" ? formatCommands(wrap) : "";
  parser.addHelpText("after", `\n${others}${EXIT_CODES}`);
  for (const { name, isList, description: says } of positionalOf(command))
    parser.argument(`[${name}${isList ? "..." : ""}]`, name === "arguments" ? AFTER_ADDRESS : says);
  for (const option of listHostOptions(command)) parser.addOption(createParserOption(option, PROJECT_GROUP));
  for (const option of optionsOf(command)) parser.addOption(createParserOption(option, OWN));
  if (command === "verify") parser.option("-V, --version", "Show the version");
  if (VERIFYING.has(command))
    for (const option of FORGE_OPTIONS) parser.addOption(createParserOption(option));
  return parser;
}

/** @param group The help group. @default none: the option is accepted, but not shown in the help */
function createParserOption(option: AnyOption, group?: string): ParserOption {
  const { name, value, description, default: byDefault, isRepeatable } = option;
  const takes = value === undefined ? "" : ` <${value}>`;
  const made = new ParserOption(`${listFlags(option).join(", ")}${takes}`, description);
  // In commander, the later of `--follow-proxy` and `--no-follow-proxy` would win silently.
  made.negate = false;
  if (byDefault !== undefined) made.default(byDefault);
  if (group === undefined) return made.hideHelp();
  if (isRepeatable) made.argParser((next, previous: readonly string[] = []) => [...previous, next]);
  else if (value !== undefined) made.argParser(createOnceParser(name, byDefault));
  return made.helpGroup(group);
}

function createOnceParser(name: string, byDefault?: string | number) {
  return (value: string, previous: unknown): string => {
    if (previous === undefined || previous === byDefault) return value;
    if (JOINED.has(name)) return `${previous},${value}`;
    throw new InvalidArgumentError("it was given twice");
  };
}

export const ALL_OPTIONS: readonly AnyOption[] = [
  ...OPTIONS,
  ...HOST_OPTIONS,
  ...FORGE_OPTIONS,
  ...FORGE_SECRETS,
];

export function listFlags({ name, short }: AnyOption): readonly string[] {
  return short === undefined ? [flagOf(name)] : [`-${short}`, flagOf(name)];
}

/** Subcommands that people type out of habit, although verifying needs none. The second comes from forge. */
const VERIFY_WORDS: ReadonlySet<string> = new Set(["verify", "verify-contract"]);

const TAKE_A_VALUE: ReadonlySet<string> = new Set(
  ALL_OPTIONS.filter(({ value }) => value !== undefined).flatMap(listFlags),
);

export interface ChosenCommand {
  readonly command: Command;
  readonly words: readonly string[];
  /** The first word that is neither an option nor an option's value. */
  readonly first: string | undefined;
}

/** The command may follow options. If no command is given, all arguments belong to `verify`. */
export function chooseCommand(words: readonly string[]): ChosenCommand {
  const at = firstOperand(words);
  const first = words[at];
  const rest = words.filter((_, index) => index !== at);
  if (VERIFY_WORDS.has(first ?? ""))
    return { command: "verify", words: rest, first: rest[firstOperand(rest)] };
  if (first === "help") return { ...chooseCommand(rest), words: ["--help"] };
  if (first === undefined || !SUBCOMMANDS.includes(first)) return { command: "verify", words, first };
  return { command: first as Command, words: rest, first };
}

function firstOperand(words: readonly string[]): number {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--") return -1;
    if (!word.startsWith("-") || word === "-") return at;
    if (TAKE_A_VALUE.has(word)) at++;
  }
  return -1;
}
