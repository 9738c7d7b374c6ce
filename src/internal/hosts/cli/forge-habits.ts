/** Options of `forge verify-contract` (1.7.1) that people type from habit, each with what becomes of it. */

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
  /** What is said about it; undefined where it does what is expected. */
  readonly note?: string;
  /** A value about which nothing is said. */
  readonly quietFor?: string;
}

const FOUND = "the build is found by the code on chain";
const LINKED = "the addresses of libraries are read from the code";
const CERTIFICATES = "certificates are always validated, and NODE_EXTRA_CA_CERTS names further authorities";
const PACE = "pace in the configuration says how fast a node is asked";
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
  { name: "use", value: "version", note: `--use is not needed: ${FOUND}. --compiler names a compiler.` },
  { name: "noAutoDetect", note: `--no-auto-detect is not needed: ${FOUND}.` },
  { name: "language", value: "name", note: `--language is not needed: ${FOUND}.` },
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
    // What this does anyway.
    quietFor: "sourcify",
  },
  {
    name: "verifierApiKey",
    value: "key",
    isSecret: true,
    note: "--verifier-api-key does nothing here: verification.headers in the configuration are sent to the service.",
  },
  {
    name: "etherscanApiKey",
    short: "e",
    value: "key",
    isSecret: true,
    note: "--etherscan-api-key does nothing here: this is no client of Etherscan.",
  },
  { name: "forkUrl", value: "url", sets: "rpcUrl" },
  {
    name: "rpcTimeout",
    value: "seconds",
    note: "--rpc-timeout does nothing here: --timeout limits the whole run.",
  },
  { name: "insecure", short: "k", note: `--insecure does nothing here: ${CERTIFICATES}.` },
  {
    name: "jwtSecret",
    value: "secret",
    isSecret: true,
    note: "--jwt-secret does nothing here: --rpc-headers has what the node asks for.",
  },
  { name: "noRpcRateLimit", note: `--no-rpc-rate-limit does nothing here: ${PACE}.` },
  { name: "noRateLimit", note: `--no-rate-limit does nothing here: ${PACE}.` },
  {
    name: "computeUnitsPerSecond",
    value: "count",
    note: `--compute-units-per-second does nothing here: ${PACE}.`,
  },
  {
    name: "noProxy",
    note: "--no-proxy does nothing here: NO_PROXY in the environment names the hosts to be asked directly.",
  },
  { name: "flashbots", note: "--flashbots does nothing here: no transaction is sent." },
  { name: "curl", note: "--curl does nothing here: --dry-run shows what would be sent." },
  { name: "threads", short: "j", value: "count", note: "--threads is not needed: nothing is built here." },
  { name: "jobs", value: "count", note: "--jobs is not needed: nothing is built here." },
  {
    name: "color",
    value: "when",
    note: "--color does nothing here: NO_COLOR and FORCE_COLOR in the environment decide.",
  },
  { name: "md", note: "--md does nothing here: --report markdown=<path> writes the report in Markdown." },
  // Of Hardhat, whose projects this command verifies too.
  { name: "buildProfile", value: "name", note: `--build-profile is not needed: ${FOUND}.` },
  { name: "noCompile", note: "--no-compile is not needed: nothing is built here." },
  // An option of this package too, which takes the letter from here.
  { name: "quiet", short: "q" },
  { name: "verbosity", short: "v", sets: "verbose" },
];

/**
 * Sentences about the habits that were given; each once.
 *
 * @param given Values of options, as commander names them.
 */
export function forgeNotes(given: Readonly<Record<string, unknown>>): readonly string[] {
  const notes = FORGE_HABITS.flatMap(({ name, note, quietFor }) => {
    const isQuiet = quietFor !== undefined && given[name] === quietFor;
    return isGiven(name, given) && !isQuiet && note !== undefined ? [note] : [];
  });
  return [...new Set(notes)];
}

/** commander makes of `--no-proxy` that `proxy` is false. */
function isGiven(name: string, given: Readonly<Record<string, unknown>>): boolean {
  const [, first, rest = ""] = /^no([A-Z])(.*)$/.exec(name) ?? [];
  return first === undefined ? given[name] !== undefined : given[first.toLowerCase() + rest] === false;
}
