import { type Command, DESCRIPTIONS, SUBCOMMANDS } from "../domain/options.ts";

export interface HelpNames {
  /** The words before the arguments: the program and its task or command. */
  readonly of: (command: Command) => string;
  readonly network: string;
}

export const ARGUMENTS: Readonly<Record<Command, string>> = {
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

const EXAMPLES: Readonly<Record<Command, readonly (readonly [after: string, says: string])[]>> = {
  verify: [
    [`<address> ${NETWORK} testnet`, "a contract"],
    [`0.0.1234 ${NETWORK} testnet`, "a contract by its Hedera id"],
    [`<address> ${NETWORK} testnet --dry-run`, "show what would be sent, without sending it"],
    [`<address> ${NETWORK} localhost --local`, "rehearse on a development chain, without configuration"],
  ],
  check: [
    [`<address> ${NETWORK} testnet`, "one contract"],
    [`${NETWORK} testnet`, "all deployed contracts"],
    ["--locked --all-networks", "compare all chains with the lock file"],
  ],
  deployments: [
    [
      `${NETWORK} testnet`,
      "all contracts deployed with Ignition, hardhat-deploy or forge script --broadcast",
    ],
    [`chain-296 ${NETWORK} testnet`, "one Ignition deployment"],
    [`${NETWORK} testnet --report html=report.html`, "write a report"],
    [`${NETWORK} localhost --local`, "rehearse on a development chain, without configuration"],
  ],
  preflight: [
    ["", "all contracts in the project"],
    ["contracts/Vault.sol:Vault --min-match exact_match", "one contract, requiring an exact match"],
  ],
  lock: [
    [`${NETWORK} testnet`, "all deployed contracts"],
    [`${NETWORK} testnet --update Vault`, "accept the current state of one contract"],
  ],
  merge: [["reports --report html=report.html", "merge a folder of reports"]],
  replay: [["run.evidence.gz", "replay a file written by --evidence"]],
  status: [[`${NETWORK} testnet`, "is the network up?"]],
  explain: [["VC204", "explain the code at the end of a message"]],
  serve: [[`${NETWORK} localhost`, "local services for a development node"]],
};

export function formatExamples(command: Command, { of, network }: HelpNames): string {
  const lines = EXAMPLES[command].map(([after, says]) => {
    const line = `  $ ${of(command)} ${after.replace(NETWORK, network)}`;
    return `  # ${says}\n${line.trimEnd()}`;
  });
  return `Examples:\n${lines.join("\n")}`;
}

/** In a task's own help, the description includes examples, because Hardhat has no separate place for them. */
export function describeTask(
  command: Command,
  host: string,
  nameOf: (command: Command) => string,
  args: readonly string[] = process.argv.slice(2),
): string {
  if (!isHelpRequested(nameOf(command), args)) return DESCRIPTIONS[command];
  const names = { of: (each: Command) => `${host} ${nameOf(each)}`, network: NETWORK };
  return `${DESCRIPTIONS[command]}\n\n${formatExamples(command, names)}`;
}

function isHelpRequested(task: string, args: readonly string[]): boolean {
  const isHelp = args.includes("--help") || args.includes("-h") || args[0] === "help";
  const words = args.filter((arg) => !arg.startsWith("-") && arg !== "help");
  const [first = "", second = ""] = words.slice(
    words.findIndex((word) => /^verify-contract(?::|$)/.test(word)),
  );
  return isHelp && task === (SUBCOMMANDS.includes(second) ? `${first} ${second}` : first);
}
