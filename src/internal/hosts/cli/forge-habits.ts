/**
 * Options of `forge verify-contract` (1.7.1), and two of Hardhat's, that people type from habit. Those that set nothing are
 * not needed, or have no effect here; docs/command-line.md says of each what to type instead.
 */

interface ForgeHabit {
  /** In camel case; `--camel-case` on a command line. */
  readonly name: string;
  /** One letter. */
  readonly short?: string;
  readonly value?: string;
  /** The value is a secret, which no message repeats. */
  readonly isSecret?: boolean;
  /** Takes what follows up to the next option, also nothing. */
  readonly isList?: boolean;
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
  // An option of this package too, which takes the letter from here.
  { name: "quiet", short: "q", sets: "quiet" },
  ...FLAGS.map((name) => ({ name })),
  ...WITH_VALUE.map((name) => ({ name, value: "value" })),
  { name: "insecure", short: "k" },
  { name: "threads", short: "j", value: "value" },
  { name: "libraries", value: "value", isList: true },
  { name: "verifierApiKey", value: "key", isSecret: true },
  { name: "etherscanApiKey", short: "e", value: "key", isSecret: true },
  { name: "jwtSecret", value: "key", isSecret: true },
];
