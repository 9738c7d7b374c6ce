/**
 * `verifyContract` of a configuration. Every key is optional; `chains` overrides any of them for one chain.
 *
 * @typeParam Secret What the value of a header may be: a string, or also a variable of the host's.
 */
export interface UserConfig<Secret = string> extends ChainUserConfig<Secret> {
  /**
   * Who runs a node, a query service or a verification service: a name by URL, or by origin for all URLs below it. The
   * agreement of two services of one operator is a consistency check.
   * @default on chains 295 to 298 node and query service have one operator, elsewhere each origin has its own
   */
  operators?: Record<string, string>;
  /** By chain id. */
  chains?: Record<string, ChainUserConfig<Secret>>;
}

export interface ChainUserConfig<Secret = string> {
  verification?: VerificationServiceUserConfig<Secret>;
  /** `false` for none. @default the public mirror node of chains 295 to 297, the one beside a local node of 298, none elsewhere */
  query?: ServiceUserConfig<Secret> | false;
  /** `false` for none. @default Hedera's status page for chains 295 to 297, none elsewhere */
  status?: ServiceUserConfig<Secret> | false;
  /**
   * Where people look at contracts of the chain: a link in reports, never asked. `false` for none.
   * @default HashScan for chains 295 to 297, else what Hardhat's or Foundry's configuration names for the chain
   */
  explorer?: ExplorerUserConfig | false;
  /** What counts as good enough. @default "match" */
  minMatch?: "match" | "exact_match";
  /** Seconds for everything. @default 300 */
  timeout?: number;
  /** How many contracts are verified at once. @default 4 */
  concurrency?: number;
  retry?: RetryUserConfig;
  pace?: PaceUserConfig;
  /**
   * Addresses of contracts that code other than the build's may have created: a deployer that returns the runtime code of
   * another contract. The report still says that the creation code is open. @default none
   */
  allowForeignCreation?: string[];
}

export interface ServiceUserConfig<Secret = string> {
  /** Base URL, http or https. */
  url: string;
  /** Sent with each request; values may be configuration variables. */
  headers?: Record<string, Secret>;
}

export interface VerificationServiceUserConfig<Secret = string> {
  /** Base URL. @default "https://sourcify.dev/server"; none for the development chains 31337, 1337 and 298, nor for 297 */
  url?: string;
  /** Where people look at verified contracts; `/<chain id>/<address>` is added. @default that of the default service */
  browserUrl?: string;
  /**
   * Whether the service forwards what it verified to Etherscan, Blockscout and Routescan: their answers are then waited
   * for, up to ten seconds from the end of the job. `false` asks for none.
   * @default true for the default service but on Hedera; of other services, what comes while the record is checked is shown
   */
  forwards?: boolean;
  /** Sent with each request; values may be configuration variables. */
  headers?: Record<string, Secret>;
}

export interface ExplorerUserConfig {
  /**
   * http or https; `/address/<address>` and `/tx/<hash>` are added, on Hedera `/contract/<address or id>` and
   * `/transaction/<hash>`.
   */
  url: string;
  /** Of its links. @default "explorer" */
  name?: string;
}

export interface RetryUserConfig {
  /** Tries of one request, the first included. @default 5 */
  attempts?: number;
  /** Milliseconds before the second try; they double with each. @default 500 */
  minDelayMs?: number;
  /** Milliseconds that a delay does not pass. @default 8000 */
  maxDelayMs?: number;
  /** Milliseconds for one request. @default 30000 */
  requestTimeoutMs?: number;
  /** Milliseconds before a running job is asked for again; they grow. @default 25 */
  pollIntervalMs?: number;
  /** Milliseconds that the growing interval does not pass. @default 3000 */
  maxPollIntervalMs?: number;
  /** How often a node or a query service is asked for what was just deployed. @default 8, and 1 on 31337 and 1337 */
  appearAttempts?: number;
}

/** How fast the host of a node or of a query service is asked at most, also before it answers 429. */
export interface PaceUserConfig {
  /** Requests that start in any second. @default 8 for chains 295 to 297, no limit elsewhere */
  requestsPerSecond?: number;
  /** Requests without an answer. @default 4 for chains 295 to 297, no limit elsewhere */
  requestsAtOnce?: number;
}
