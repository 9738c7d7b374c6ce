import { type Command, DESCRIPTIONS, SUBCOMMANDS } from "../domain/options.ts";

export interface HelpNames {
  /** The words before the arguments: the program, and its task or command. */
  readonly of: (command: Command) => string;
  readonly network: string;
}

export const TAKES: Readonly<Record<Command, string>> = {
  verify: "<address or id>",
  check: "[target …]",
  deployments: "[id or path …]",
  preflight: "[path:Name …]",
  lock: "[target …]",
  merge: "<report …>",
  replay: "<file>",
  status: "",
  explain: "<code …>",
  serve: "",
};

const NETWORK = "--network";

/** Example arguments and their descriptions, by command. */
const EXAMPLES: Readonly<Record<Command, readonly (readonly [after: string, says: string])[]>> = {
  verify: [
    [`<address> ${NETWORK} testnet`, "a contract"],
    [`0.0.1234 ${NETWORK} testnet`, "by its id on Hedera"],
    [`<address> ${NETWORK} testnet --dry-run`, "show what would be sent"],
    [`<address> ${NETWORK} localhost --local`, "a rehearsal, without configuration"],
  ],
  check: [
    [`<address> ${NETWORK} testnet`, "one contract"],
    [`${NETWORK} testnet`, "everything that was deployed"],
    ["--locked --all-networks", "drift from the lock file, on all chains"],
  ],
  deployments: [
    [`${NETWORK} testnet`, "after forge script --broadcast, Ignition or hardhat-deploy"],
    [`chain-296 ${NETWORK} testnet`, "one deployment of Ignition"],
    [`${NETWORK} testnet --report html=report.html`, "and a report"],
    [`${NETWORK} localhost --local`, "a rehearsal, without configuration"],
  ],
  preflight: [
    ["", "all contracts of the project"],
    ["contracts/Vault.sol:Vault --min-match exact_match", "one, which has to match exactly"],
  ],
  lock: [
    [`${NETWORK} testnet`, "everything that was deployed"],
    [`${NETWORK} testnet --update Vault`, "accept what is found of one contract"],
  ],
  merge: [["reports --report html=report.html", "a folder of reports"]],
  replay: [["run.evidence.gz", "what --evidence kept"]],
  status: [[`${NETWORK} testnet`, "is the network all right?"]],
  explain: [["VC204", "as a message ends with it"]],
  serve: [[`${NETWORK} localhost`, "for a development node"]],
};

export function examplesOf(command: Command, { of, network }: HelpNames): string {
  const lines = EXAMPLES[command].map(([after, says]) => {
    const line = `  $ ${of(command)} ${after.replace(NETWORK, network)}`;
    return `  # ${says}\n${line.trimEnd()}`;
  });
  return `Examples:\n${lines.join("\n")}`;
}

/**
 * Returns the description of a Hardhat task. In the task's own help, the description includes examples, because
 * Hardhat has no separate place for them.
 *
 * @param host The words before the task's name.
 */
export function taskDescription(
  command: Command,
  host: string,
  nameOf: (command: Command) => string,
  args: readonly string[] = process.argv.slice(2),
): string {
  if (!isHelpOf(nameOf(command), args)) return DESCRIPTIONS[command];
  const names = { of: (each: Command) => `${host} ${nameOf(each)}`, network: NETWORK };
  return `${DESCRIPTIONS[command]}\n\n${examplesOf(command, names)}`;
}

function isHelpOf(task: string, args: readonly string[]): boolean {
  const isHelp = args.includes("--help") || args.includes("-h") || args[0] === "help";
  const words = args.filter((arg) => !arg.startsWith("-") && arg !== "help");
  const [first = "", second = ""] = words.slice(
    words.findIndex((word) => /^verify-contract(?::|$)/.test(word)),
  );
  return isHelp && task === (SUBCOMMANDS.includes(second) ? `${first} ${second}` : first);
}
