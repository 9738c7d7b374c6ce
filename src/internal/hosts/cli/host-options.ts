/** Options of the command line itself, beside those of the commands. It imports nothing, because it is loaded for `--help`. */

import type { Command, Option } from "../../domain/options.ts";

/** The command line's view of any option. */
export interface AnyOption extends Pick<Option, "name" | "short" | "value" | "default"> {
  readonly description?: string;
  /** The value is a secret, which no message repeats. */
  readonly isSecret?: boolean;
  readonly isRepeatable?: boolean;
  /** Takes what follows up to the next option, also nothing. */
  readonly isList?: boolean;
}

interface HostOption extends AnyOption {
  readonly description: string;
  readonly commands: readonly Command[];
}

const READS_CHAIN = ["verify", "check", "deployments", "lock", "serve"] as const;
const CONFIGURED = [
  "verify",
  "check",
  "deployments",
  "preflight",
  "lock",
  "replay",
  "serve",
  "status",
] as const;
const COMPILES = ["verify", "check", "deployments", "preflight", "lock", "replay", "serve"] as const;

const TABLE = [
  {
    name: "rpcUrl",
    short: "r",
    value: "url|alias",
    description: "Node to ask: a URL, or an alias of rpc_endpoints in foundry.toml. Otherwise ETH_RPC_URL",
    commands: [...READS_CHAIN, "replay", "status"],
  },
  {
    name: "rpcHeaders",
    value: "headers",
    isRepeatable: true,
    isSecret: true,
    description:
      'Headers for the node: "Name: value", several with commas. Otherwise ETH_RPC_HEADERS, then foundry.toml',
    commands: ["verify", "check", "deployments", "lock", "replay", "status"],
  },
  {
    name: "chain",
    short: "c",
    value: "id",
    description: "Chain id, or a well-known name, that the node has to be of",
    commands: [...READS_CHAIN, "status"],
  },
  {
    name: "verifierUrl",
    value: "url",
    description: "Base URL of the verification service, instead of the configured one or the default",
    commands: ["verify", "check", "deployments", "lock"],
  },
  {
    name: "compiler",
    value: "path",
    isRepeatable: true,
    description: "A soljson.js or a solc executable, before those that are found; may be repeated",
    commands: COMPILES,
  },
  {
    name: "root",
    value: "folder",
    description: "The project. Otherwise the nearest one around the working directory",
    commands: CONFIGURED,
  },
  {
    name: "config",
    value: "file",
    description: "Configuration file. Otherwise verify-contract.config.{ts,mjs,js,json} of the project",
    commands: CONFIGURED,
  },
] as const satisfies readonly HostOption[];

type Row = (typeof TABLE)[number];

export type HostArguments = {
  readonly [R in Row as R["name"]]?: R extends { readonly isRepeatable: true } ? readonly string[] : string;
};

export const HOST_OPTIONS: readonly (HostOption & Pick<Row, "name">)[] = TABLE;

/** The host's options of a command, in the order of its help. */
export function hostOptionsOf(command: Command): readonly HostOption[] {
  return HOST_OPTIONS.filter(({ commands }) => commands.includes(command));
}

/**
 * Options of `forge verify-contract` (1.7.1), and two of Hardhat's, that people type from habit. Those that set nothing are
 * not needed, or have no effect here; docs/command-line.md says of each what to type instead.
 */

interface ForgeHabit extends AnyOption {
  /** The option of this package that it sets. */
  readonly sets?: string;
}

const FLAGS = [
  ...[
    "watch",
    "skipIsVerifiedCheck",
    "guessConstructorArgs",
    "noAutoDetect",
    "viaIr",
    "flatten",
    "flashbots",
  ],
  ...["noRpcRateLimit", "noRateLimit", "noProxy", "curl", "md", "noCompile"],
];
const WITH_VALUE = [
  ...["encodedConstructorArgs", "numOfOptimizations", "optimizerRuns", "use", "language", "evmVersion"],
  ...["compilationProfile", "retries", "delay", "verifier", "rpcTimeout", "computeUnitsPerSecond", "jobs"],
  ...["color", "buildProfile"],
];

export const FORGE_HABITS: readonly ForgeHabit[] = [
  { name: "creationTransactionHash", value: "hash", sets: "creationTxHash" },
  { name: "showStandardJsonInput", sets: "dryRun" },
  { name: "forkUrl", value: "url", sets: "rpcUrl" },
  { name: "verbosity", short: "v", sets: "verbose" },
  ...FLAGS.map((name) => ({ name })),
  ...WITH_VALUE.map((name) => ({ name, value: "value" })),
  { name: "insecure", short: "k" },
  { name: "threads", short: "j", value: "value" },
  { name: "libraries", value: "value", isList: true },
  { name: "verifierApiKey", value: "key", isSecret: true },
  { name: "etherscanApiKey", short: "e", value: "key", isSecret: true },
  { name: "jwtSecret", value: "key", isSecret: true },
];
