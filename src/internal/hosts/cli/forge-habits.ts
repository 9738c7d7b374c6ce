/** Options of `forge verify-contract` that people type from habit, each with what becomes of it. */

interface ForgeHabit {
  /** In camel case; `--camel-case` on a command line. */
  readonly name: string;
  readonly value?: string;
  /** Takes what follows up to the next option, also nothing. */
  readonly isList?: boolean;
  /** The option of this package that it sets. */
  readonly sets?: string;
  /** What is said about it; undefined where it does what is expected. */
  readonly note?: string;
}

const FOUND = "the build is found by the code on chain";
const LINKED = "the addresses of libraries are read from the code";
const ARGUMENTS = "Constructor arguments are not needed: they are read from the creation code.";

export const FORGE_HABITS: readonly ForgeHabit[] = [
  { name: "watch", note: "--watch is not needed: the job is followed to its end." },
  { name: "creationTransactionHash", value: "hash", sets: "creationTxHash" },
  {
    name: "showStandardJsonInput",
    sets: "dryRun",
    note: "--show-standard-json-input is --dry-run here: it shows what would be sent, and nothing is sent.",
  },
  {
    name: "skipIsVerifiedCheck",
    note: "--skip-is-verified-check does nothing here: --force submits also when the stored match is good enough.",
  },
  { name: "encodedConstructorArgs", value: "hex", note: ARGUMENTS },
  { name: "guessConstructorArgs", note: ARGUMENTS },
  {
    name: "libraries",
    value: "path:Name:address",
    isList: true,
    note: `--libraries is not needed: ${LINKED}.`,
  },
  { name: "numOfOptimizations", value: "runs", note: `--num-of-optimizations is not needed: ${FOUND}.` },
  { name: "optimizerRuns", value: "runs", note: `--optimizer-runs is not needed: ${FOUND}.` },
  { name: "viaIr", note: `--via-ir is not needed: ${FOUND}.` },
  { name: "evmVersion", value: "version", note: `--evm-version is not needed: ${FOUND}.` },
  { name: "compilationProfile", value: "name", note: `--compilation-profile is not needed: ${FOUND}.` },
  { name: "flatten", note: "--flatten does nothing here: the original compiler input is sent." },
  {
    name: "retries",
    value: "count",
    note: "--retries does nothing here: retry.attempts in the configuration says how often a request is tried.",
  },
  {
    name: "delay",
    value: "seconds",
    note: "--delay does nothing here: retry.pollIntervalMs in the configuration says how often a job is asked for.",
  },
  {
    name: "verifier",
    value: "name",
    note: "--verifier does nothing here: the service is one of Sourcify v2, and --verifier-url chooses which.",
  },
  {
    name: "verifierApiKey",
    value: "key",
    note: "--verifier-api-key does nothing here: verification.headers in the configuration are sent to the service.",
  },
  {
    name: "etherscanApiKey",
    value: "key",
    note: "--etherscan-api-key does nothing here: this is no client of Etherscan.",
  },
];

/** Sentences about the habits that were given; each once. */
export function forgeNotes(given: ReadonlySet<string>): readonly string[] {
  return [...new Set(FORGE_HABITS.flatMap(({ name, note }) => (given.has(name) && note ? [note] : [])))];
}
