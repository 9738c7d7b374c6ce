/** Options that only the plain command line has. This module has no runtime imports, because `--help` loads it. */

import type { Command, Option } from "../../domain/options.ts";

export interface AnyOption extends Pick<Option, "name" | "short" | "value" | "default"> {
  readonly description?: string;
  /** True for a secret value, which messages must not repeat. */
  readonly isSecret?: boolean;
  readonly isRepeatable?: boolean;
}

interface HostOption extends AnyOption {
  readonly description: string;
  readonly commands: readonly Command[];
}

const READS_CHAIN = ["verify", "check", "deployments", "lock", "serve"] as const;
const COMPILES = [...READS_CHAIN, "preflight", "replay"] as const;
const CONFIGURED = [...COMPILES, "status"] as const;

const TABLE = [
  {
    name: "rpcUrl",
    short: "r",
    value: "url|alias",
    description: "Node to use: URL or alias from rpc_endpoints in foundry.toml. Default: ETH_RPC_URL",
    commands: [...READS_CHAIN, "replay", "status"],
  },
  {
    name: "rpcHeaders",
    value: "headers",
    isRepeatable: true,
    isSecret: true,
    description:
      'Headers for the node: "Name: value", comma-separated. Default: ETH_RPC_HEADERS, then foundry.toml',
    commands: ["verify", "check", "deployments", "lock", "replay", "status"],
  },
  {
    name: "chain",
    short: "c",
    value: "id",
    description: "The node's expected chain: a chain id or a well-known name",
    commands: [...READS_CHAIN, "status"],
  },
  {
    name: "verifierUrl",
    value: "url",
    description: "Base URL of the verification service. Default: the configured or built-in one",
    commands: ["verify", "check", "deployments", "lock"],
  },
  {
    name: "compiler",
    value: "path",
    isRepeatable: true,
    description: "A soljson.js or solc executable to prefer over those found automatically; may be repeated",
    commands: COMPILES,
  },
  {
    name: "root",
    value: "folder",
    description: "The project's root folder. Default: the nearest one at or above the working directory",
    commands: CONFIGURED,
  },
  {
    name: "config",
    value: "file",
    description: "Configuration file. Default: the project's verify-contract.config.{ts,mjs,js,json}",
    commands: CONFIGURED,
  },
] as const satisfies readonly HostOption[];

type Row = (typeof TABLE)[number];

export type HostArguments = {
  readonly [R in Row as R["name"]]?: R extends { readonly isRepeatable: true } ? readonly string[] : string;
};

export const HOST_OPTIONS: readonly (HostOption & Pick<Row, "name">)[] = TABLE;

export function listHostOptions(command: Command): readonly HostOption[] {
  return HOST_OPTIONS.filter(({ commands }) => commands.includes(command));
}

interface ForgeOption extends AnyOption {
  /** The equivalent option in this package. */
  readonly sets: string;
}

/** Options of `forge verify-contract` (1.7.1) that are named differently here. */
export const FORGE_OPTIONS: readonly ForgeOption[] = [
  { name: "creationTransactionHash", value: "hash", sets: "creationTxHash" },
  { name: "showStandardJsonInput", sets: "dryRun" },
  { name: "forkUrl", value: "url", sets: "rpcUrl" },
  { name: "verbosity", short: "v", sets: "verbose" },
];

/** forge's secrets. They are refused like any unknown option, but no message may repeat their values. */
export const FORGE_SECRETS: readonly AnyOption[] = [
  { name: "verifierApiKey", value: "key", isSecret: true },
  { name: "etherscanApiKey", short: "e", value: "key", isSecret: true },
  { name: "jwtSecret", value: "key", isSecret: true },
];
