import { CommanderError, Command as Parser, Option as ParserOption } from "commander";
import { type Command, flagOf, type Option, optionsOf, positionalOf } from "../../commands/options.ts";
import { FORGE_HABITS } from "./forge-habits.ts";
import { hostOptionsOf } from "./host-options.ts";

interface HelpTexts {
  /** In lines of at most 80 columns. */
  readonly description: string;
  readonly examples: string;
  readonly usage: string;
  /** Positional arguments, where this command line takes them otherwise than others. */
  readonly positional?: Readonly<Record<string, string>>;
  /** Commands and exit codes. */
  readonly after?: string;
}

const ADDRESS = "<address>";

const COMMANDS: Readonly<Record<Exclude<Command, "verify">, string>> = {
  check: "Cross-check what is verified, and submit nothing",
  deployments: "Verify everything that was deployed by Foundry, Ignition or hardhat-deploy",
  preflight: "Say before a deployment whether the build's contracts will verify",
  lock: "Write what was proven into the lock file, for check --locked",
  merge: "Join the JSON reports of the shards of a run over deployments",
  replay: "Compute the result of recorded evidence anew, without a network",
  status: "Ask the network's status service whether the network is all right",
  serve: "Start the local services for a development chain",
};

const EXIT_CODES =
  "Exit codes: 0 good enough, 1 look at it, 2 wrong use (nothing was sent), 3 waiting may help.";

const TEXTS: Readonly<Record<Command, HelpTexts>> = {
  verify: {
    description:
      "Verifies a deployed contract, and cross-checks the result against the chain, the\nquery service and the build.",
    examples: examples(
      [`${ADDRESS} --rpc-url testnet`, "an alias of foundry.toml"],
      [`${ADDRESS} --rpc-url https://testnet.hashio.io/api`, "a URL"],
      ["deployments --rpc-url testnet", "after forge script --broadcast"],
      ["check --help", "help of a command"],
    ),
    usage: "[options] <address or id>\n       hardhat-verify-contract <command> [options]",
    positional: {
      arguments: "path/to/File.sol:Name, as forge takes it. Constructor arguments are not needed",
    },
    after: [
      `Commands:\n${Object.entries(COMMANDS)
        .map(([name, says]) => `  ${name.padEnd(13)}${says}`)
        .join("\n")}`,
      EXIT_CODES,
    ].join("\n\n"),
  },
  check: {
    description:
      "Cross-checks what is verified against the chain, the query service and a build,\nand submits nothing.",
    examples: examples(
      [`check ${ADDRESS} --rpc-url testnet`, "one contract"],
      [`check ${ADDRESS} --rpc-url testnet --recompile`, "by a compiler of this computer"],
      ["check --rpc-url testnet", "everything that was deployed"],
      ["check --locked --all-networks", "drift from the lock file, on all chains"],
    ),
    usage: "[options] [target...]",
    positional: {
      targets:
        "Addresses of contracts, their ids (0.0.1234), and whatever deployments takes. Otherwise all that the project has deployed on the node's chain",
    },
    after: EXIT_CODES,
  },
  deployments: {
    description:
      "Verifies everything that was deployed by Foundry, Ignition or hardhat-deploy,\nand cross-checks it.",
    examples: examples(
      ["deployments --rpc-url testnet", "after forge script --broadcast"],
      ["deployments broadcast/Deploy.s.sol --rpc-url testnet", "one script"],
      ["deployments --rpc-url testnet --report html=report.html", "and a report"],
    ),
    usage: "[options] [deployment...]",
    positional: {
      deployments:
        "Paths of broadcasts, deployments and manifests, ids of Ignition, networks of hardhat-deploy. Otherwise all that the project has of the node's chain",
    },
    after: EXIT_CODES,
  },
  preflight: {
    description:
      "Says before a deployment whether the contracts of the build will verify:\nmetadata hashes, imports, sizes, paths and twins. Needs no chain, and sends\nnothing.",
    examples: examples(
      ["preflight", "all contracts of the project"],
      ["preflight src/Vault.sol:Vault --min-match exact_match", "one, which has to match exactly"],
      ["preflight --compile", "compile here what would be submitted"],
    ),
    usage: "[options] [contract...]",
    after: "Exit codes: 0 no errors, 1 at least one contract has an error, 2 wrong use.",
  },
  lock: {
    description:
      "Checks everything that was deployed, and writes what was proven into\nverify-contract.lock.json, for check --locked.",
    examples: examples(
      ["lock --rpc-url testnet", "everything that was deployed"],
      ["lock --rpc-url testnet --update Vault", "accept what is found of one contract"],
      ["check --locked --rpc-url testnet", "compare with it"],
    ),
    usage: "[options] [target...]",
    positional: {
      targets: "As those of check",
    },
    after: EXIT_CODES,
  },
  merge: {
    description:
      "Joins the JSON reports of the shards of a run over deployments, and ends as the\nwhole run would.",
    examples: examples(["merge reports --report html=report.html", "a folder of reports"]),
    usage: "[options] <report...>",
    after: EXIT_CODES,
  },
  replay: {
    description:
      "Computes the result of recorded evidence anew, without a network: every check\nand claim, with the same words and exit code.",
    examples: examples(
      [`check ${ADDRESS} --evidence run.evidence.gz`, "record"],
      ["replay run.evidence.gz", "and replay, anywhere"],
    ),
    usage: "[options] <file>",
    after: EXIT_CODES,
  },
  status: {
    description: "Asks the network's status service whether the network is all right.",
    examples: examples(["status --rpc-url testnet", ""], ["status --chain 296", "without asking a node"]),
    usage: "[options]",
    after: "Exit codes: 0 all right or minor problems, 1 major problems, 2 wrong use, 3 unknown.",
  },
  serve: {
    description:
      "Starts a verification, a query and a status service for a development chain, on\nthis computer only.",
    examples: examples(["serve --rpc-url http://127.0.0.1:8545", "for anvil or a Hardhat node"]),
    usage: "[options]",
  },
};

/** What the help of a command says beside its options. */
function helpTexts(command: Command): HelpTexts {
  return TEXTS[command];
}

/** Each on a line, and what it is for above it. */
function examples(...lines: readonly (readonly [command: string, says: string])[]): string {
  const shown = lines.map(([command, says]) => {
    const comment = says === "" ? "" : `  # ${says}\n`;
    return `${comment}  $ npx hardhat-verify-contract ${command}`;
  });
  return `Examples:\n${shown.join("\n")}`;
}

/** The words of a command, by name. */
export interface ParsedWords {
  readonly positional: readonly string[];
  /** Values of options by their names in camel case: a text, a list, or true for a flag. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Why words are no command. */
export type Misuse =
  | { readonly kind: "unknown-option"; readonly option: string }
  | { readonly kind: "no-value"; readonly option: string }
  | { readonly kind: "given-twice"; readonly option: string; readonly value: string }
  | { readonly kind: "too-many" };

export type Parsed =
  | ({ readonly kind: "command" } & ParsedWords)
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "version" }
  | { readonly kind: "misuse"; readonly misuse: Misuse };

/** Parses the words of a command. Prints nothing. */
export function parse(command: Command, words: readonly string[]): Parsed {
  let help = "";
  const parser = parserOf(command).configureOutput({
    writeOut: (text) => {
      help += text;
    },
  });
  try {
    // commander looks for excess arguments only where there is an action.
    parser.action(() => {}).parse(words, { from: "user" });
  } catch (error) {
    if (error instanceof GivenTwice)
      return { kind: "misuse", misuse: { kind: "given-twice", option: error.flag, value: error.value } };
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === "commander.helpDisplayed") return { kind: "help", text: help };
    return { kind: "misuse", misuse: misuseOf(error) };
  }
  const values = parser.opts();
  if (values.version === true) return { kind: "version" };
  return { kind: "command", positional: parser.args, values };
}

/** commander says only in its message which option it is, between quotes. */
function misuseOf({ code, message }: CommanderError): Misuse {
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? "";
  const option = /--[\w-]+/.exec(quoted)?.[0] ?? quoted;
  if (code === "commander.unknownOption") return { kind: "unknown-option", option };
  if (code === "commander.optionMissingArgument") return { kind: "no-value", option };
  return { kind: "too-many" };
}

const PROGRAM = "hardhat-verify-contract";

const OWN = "Options:";
const OF_PROJECT = "Node and project:";
const NOT_NEEDED = "Not needed, and accepted from habit:";

/** Options whose values are lists with commas: given twice, they are joined. */
const JOINED = new Set(["report", "require"]);

/** Commands for which people type options of forge. */
const VERIFYING: ReadonlySet<Command> = new Set(["verify", "check", "deployments"]);

/** The value of an option that was given again, and may be given only once. */
class GivenTwice extends Error {
  readonly flag: string;
  readonly value: string;

  constructor(flag: string, value: string) {
    super(`${flag} was given twice`);
    this.flag = flag;
    this.value = value;
  }
}

/** The parser of one command. It throws for wrong use and for `--help`, and prints nothing by itself. */
function parserOf(command: Command): Parser {
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
  for (const { name, isList, description: says } of positionalOf(command))
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
