import { Command as Parser, Option as ParserOption } from "commander";
import { type Command, flagOf, type Option, optionsOf, POSITIONAL } from "../../commands/options.ts";
import { FORGE_HABITS } from "./forge-habits.ts";
import { helpTexts } from "./help-texts.ts";
import { hostOptionsOf } from "./host-options.ts";

const PROGRAM = "hardhat-verify-contract";

const OWN = "Options:";
const OF_PROJECT = "Node and project:";
const NOT_NEEDED = "Not needed, and accepted from habit:";

/** Options whose values are lists with commas: given twice, they are joined. */
const JOINED = new Set(["report", "require"]);

/** Commands for which people type options of forge. */
const VERIFYING: ReadonlySet<Command> = new Set(["verify", "check", "deployments"]);

/** The value of an option that was given again, and may be given only once. */
export class GivenTwice extends Error {
  readonly flag: string;
  readonly value: string;

  constructor(flag: string, value: string) {
    super(`${flag} was given twice`);
    this.flag = flag;
    this.value = value;
  }
}

/** The parser of one command. It throws for wrong use and for `--help`, and prints nothing by itself. */
export function parserOf(command: Command): Parser {
  const { positional = {}, description, examples, after, usage } = helpTexts(command);
  const parser = new Parser(command === "verify" ? PROGRAM : `${PROGRAM} ${command}`)
    .exitOverride()
    .configureOutput({ writeErr: () => {}, outputError: () => {} })
    .configureHelp({ helpWidth: process.stdout.columns ?? 80 })
    .usage(usage)
    .optionsGroup(OWN)
    .helpOption("-h, --help", "Show this help")
    .addHelpText("before", `${description}\n\n${examples}\n`);
  if (after !== undefined) parser.addHelpText("after", `\n${after}`);
  for (const { name, isList, description: says } of POSITIONAL[command])
    parser.argument(`[${name}${isList ? "..." : ""}]`, positional[name] ?? says);
  for (const { name, short, value, isRepeatable = false, description: says } of hostOptionsOf(command)) {
    const flags = `${withShort(short, name)}${value === undefined ? "" : ` <${value}>`}`;
    const option = new ParserOption(flags, says).helpGroup(OF_PROJECT);
    parser.addOption(isRepeatable ? option.argParser(collect) : option.argParser(onceFor(name)));
  }
  const own = optionsOf(command);
  // Those of habit last.
  for (const option of own.filter(({ isHabit }) => !isHabit)) parser.addOption(ownOption(option));
  if (command === "verify") parser.option("-V, --version", "Show the version");
  for (const option of own.filter(({ isHabit }) => isHabit)) parser.addOption(ownOption(option));
  if (VERIFYING.has(command)) addHabits(parser, new Set(own.map(({ name }) => name)));
  return parser;
}

function ownOption(row: Row): ParserOption {
  const { name, kind, value, description, isHabit, default: byDefault } = row;
  const short = FORGE_HABITS.find((habit) => habit.name === name)?.short;
  const option = new ParserOption(
    `${withShort(short, name)}${kind === "flag" ? "" : ` <${value}>`}`,
    description,
  ).helpGroup(isHabit ? NOT_NEEDED : OWN);
  if (byDefault !== undefined) option.default(byDefault);
  return kind === "flag" ? option : option.argParser(onceFor(name, byDefault));
}

type Row = Option & { readonly description: string };

function addHabits(parser: Parser, own: ReadonlySet<string>): void {
  for (const { name, short, value, isList = false } of FORGE_HABITS.filter((each) => !own.has(each.name))) {
    const list = isList ? "..." : "";
    const flags = withShort(short, name);
    parser.addOption(
      new ParserOption(`${flags}${value === undefined ? "" : ` <${value}${list}>`}`).hideHelp(),
    );
  }
}

function withShort(short: string | undefined, name: string): string {
  return `${short === undefined ? "" : `-${short}, `}${flagOf(name)}`;
}

function onceFor(name: string, byDefault?: string | number) {
  return (value: string, previous: unknown): string => {
    if (previous === undefined || previous === byDefault) return value;
    if (JOINED.has(name)) return `${previous},${value}`;
    throw new GivenTwice(flagOf(name), value);
  };
}

function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}
