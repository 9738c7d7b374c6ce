import { type Command, DESCRIPTIONS } from "./options.ts";

/** How a host of tasks names them on its command line. */
export interface TaskNames {
  /** What stands before a task. */
  readonly program: string;
  /** `verify-contract check` */
  readonly of: (command: Command) => string;
}

const ADDRESS = "<address>";

/** What is typed after the task, and what it is for. */
const EXAMPLES: Readonly<Record<Command, readonly (readonly [after: string, says: string])[]>> = {
  verify: [
    [`${ADDRESS} --network testnet`, "a contract"],
    ["0.0.1234 --network testnet", "by its id on Hedera"],
    [`${ADDRESS} --network testnet --dry-run`, "show what would be sent"],
  ],
  check: [
    [`${ADDRESS} --network testnet`, "one contract"],
    ["--network testnet", "everything that was deployed"],
    ["--locked --all-networks", "drift from the lock file, on all chains"],
  ],
  deployments: [
    ["--network testnet", "after Ignition or hardhat-deploy"],
    ["chain-296 --network testnet", "one deployment of Ignition"],
    ["--network testnet --report html=report.html", "and a report"],
  ],
  preflight: [
    ["", "all contracts of the project"],
    ["contracts/Vault.sol:Vault --min-match exact_match", "one, which has to match exactly"],
  ],
  lock: [
    ["--network testnet", "everything that was deployed"],
    ["--network testnet --update Vault", "accept what is found of one contract"],
  ],
  merge: [["reports --report html=report.html", "a folder of reports"]],
  replay: [["run.evidence.gz", "what --evidence kept"]],
  status: [["--network testnet", "is the network all right?"]],
  serve: [["--network localhost", "for a Hardhat node"]],
};

/** The description of a task. In its own help, which has no other place for them, it has examples too. */
export function taskDescription(
  command: Command,
  names: TaskNames,
  args: readonly string[] = process.argv.slice(2),
): string {
  return isHelpOf(names.of(command), args)
    ? `${DESCRIPTIONS[command]}\n\n${examplesOf(command, names)}`
    : DESCRIPTIONS[command];
}

const COMMANDS = Object.keys(EXAMPLES);

function isHelpOf(task: string, args: readonly string[]): boolean {
  const isHelp = args.includes("--help") || args.includes("-h") || args[0] === "help";
  const words = args.filter((arg) => !arg.startsWith("-") && arg !== "help");
  const [first = "", second = ""] = words.slice(
    words.findIndex((word) => /^verify-contract(?::|$)/.test(word)),
  );
  return isHelp && task === (COMMANDS.includes(second) ? `${first} ${second}` : first);
}

function examplesOf(command: Command, names: TaskNames): string {
  const lines = EXAMPLES[command].map(([after, says]) =>
    [`  # ${says}`, `  $ ${names.program} ${names.of(command)} ${after}`.trimEnd()].join("\n"),
  );
  return `Examples:\n${lines.join("\n")}`;
}
