import type { Command } from "../../commands/options.ts";

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
export function helpTexts(command: Command): HelpTexts {
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
