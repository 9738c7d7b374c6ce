import type { ProgressEvent } from "../report/progress.ts";

/**
 * What to verify, and how.
 *
 * @typeParam Connection Of the host.
 */
export interface VerifyContractRequest<Connection = unknown> {
  /** 0x-address of the contract, or its id where a query service is configured: `0.0.1234` or `1234`. */
  readonly address: string;
  /** `Name` or `path/to/File.sol:Name`. @default found by the code on chain */
  readonly contract?: string | undefined;
  /** 0x and 64 hex digits. @default the one that the stored record names, or that the chain shows */
  readonly creationTransactionHash?: string | undefined;
  /** Path of a build-info, or of a folder with artifacts or build-infos. @default this project's artifacts */
  readonly buildInfo?: string | undefined;
  /** Path of a standard JSON input, to be submitted with its settings and sources as they are. Needs `compilerVersion` and `contract`. */
  readonly stdJsonInput?: string | undefined;
  /** The long version of the compiler of `stdJsonInput`, with the commit: `0.8.28+commit.7893614a`. */
  readonly compilerVersion?: string | undefined;
  /** `auto`: what the contract imports, and all only if that is needed to match. @default "auto" */
  readonly sources?: "auto" | "minimal" | "full" | undefined;
  /** What counts as good enough. @default `minMatch` of the configuration, "match" without one */
  readonly minMatch?: "match" | "exact_match" | undefined;
  /** Ask the creation code to match too. @default false */
  readonly requireCreation?: boolean | undefined;
  /**
   * Where the contract is a proxy, also verify what it runs, its beacon, its admin and its facets, if a build here made them.
   * A check takes those of others too. @default false: they are looked at, and not submitted
   */
  readonly followProxy?: boolean | undefined;
  /** Don't look at what a proxy runs. @default false */
  readonly noFollowProxy?: boolean | undefined;
  /** Of several contracts with the very code on chain, which nothing tells apart, take the first by name. @default false */
  readonly pickIdentical?: boolean | undefined;
  /** Submit even when the stored match is good enough. @default false */
  readonly force?: boolean | undefined;
  /** Ignore the journal of earlier runs and submit again. @default false */
  readonly fresh?: boolean | undefined;
  /** Work out what would be sent, and send nothing. @default false */
  readonly dryRun?: boolean | undefined;
  /** Ids of checks that must pass: one that is skipped fails. @default none */
  readonly require?: readonly string[] | undefined;
  /** Consensus timestamp at which the query service is asked, `seconds.nanoseconds`. @default now */
  readonly at?: string | undefined;
  /** Path of a file that keeps everything that the result rests on, for `replay`. @default none is written */
  readonly evidence?: string | undefined;
  /** Seconds for everything. @default `timeout` of the configuration, 300 without one */
  readonly timeout?: number | undefined;
  /** Which chain. @default that of the network that Hardhat was started with */
  readonly connection?: Connection | undefined;
  /** Ends it: the report then has the outcome `timed-out` and names the job. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each event of the run. */
  readonly onProgress?: ((event: ProgressEvent) => void) | undefined;
}

/** What to check, and how. */
export interface CheckContractRequest<Connection = unknown>
  extends Omit<VerifyContractRequest<Connection>, "sources" | "force" | "fresh" | "dryRun"> {
  /** Also compile what is on record, by a compiler of this project, and compare. @default false */
  readonly recompile?: boolean | undefined;
}
