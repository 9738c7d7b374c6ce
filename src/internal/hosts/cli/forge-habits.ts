import type { AnyOption } from "./host-options.ts";

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
