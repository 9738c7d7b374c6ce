// Generated from schemas/verify-contract-1.schema.json by `npm run generate`. Do not edit.

/**
 * How it ended for one contract. `dry-run`: nothing was sent, because that was asked for. `minimal-proxy`: its code is a standard's and has no sources; the contract that it stands for is in the report too, or in that of another shard. `known-code`: its code is known by its bytes, such as a CREATE3 proxy, and has no sources; nothing was submitted. `not-tried`: the run ended before its turn came.
 */
export type Outcome =
  | "verified"
  | "already-verified"
  | "mismatch"
  | "check-failed"
  | "not-deployed"
  | "no-build"
  | "rejected"
  | "unavailable"
  | "timed-out"
  | "dry-run"
  | "minimal-proxy"
  | "known-code"
  | "not-tried";
/**
 * `exact_match` also covers the metadata hash, and with it every source and setting.
 */
export type Match = "match" | "exact_match";
/**
 * What a side is expected to get: a match, `none`, or `unknown` where the evidence does not decide.
 */
export type ForetoldMatch = "match" | "exact_match" | "none" | "unknown";
export type Witness = "chain" | "query service" | "record" | "build" | "deployment" | "compiler" | "request";

/**
 * What one run of verify-contract found out. Every other report format is made from this model.
 */
export interface Report {
  /**
   * The version of this format. Fields may be added under the same version; none is removed or changes its meaning.
   */
  readonly schema: "verify-contract/1";
  /**
   * The program that made the report.
   */
  readonly tool: {
    readonly name: string;
    readonly version: string;
  };
  /**
   * ISO 8601, UTC.
   */
  readonly startedAt: string;
  /**
   * ISO 8601, UTC.
   */
  readonly finishedAt: string;
  /**
   * The Hardhat network and the chain behind it; null when the run ended before the chain was asked.
   */
  readonly network: {
    readonly name: string;
    readonly chainId: number;
  } | null;
  /**
   * The base URL of each service that was used, without credentials; null where none is configured.
   */
  readonly services: {
    readonly verification: string | null;
    readonly query: string | null;
    readonly status: string | null;
  };
  /**
   * Which part of the deployments this run looked at, from `--shard`; null for all of them.
   */
  readonly shard: {
    readonly index: number;
    readonly count: number;
    /**
     * The same for all shards of the same contracts: without that, a contract could be in none of them. Null where the deployments were not read.
     */
    readonly plan: string | null;
  } | null;
  readonly contracts: readonly ContractReport[];
  /**
   * What deployment records name that this run was not to look at, such as a contract that others deployed.
   */
  readonly passedOver: readonly {
    /**
     * As the record calls it.
     */
    readonly name: string;
    /**
     * The record, relative to the project, with forward slashes.
     */
    readonly file: string;
    readonly reason: string;
  }[];
  /**
   * How many contracts there are of each outcome.
   */
  readonly summary: {
    readonly total: number;
    readonly outcomes: {
      readonly [k: string]: number;
    };
  };
  /**
   * 0: every contract is good enough and every check passed. 1: something is wrong with a contract. 2: wrong use or configuration, of this run or of one that was merged. 3: can't tell, run it again; also where the report of a shard is missing.
   */
  readonly exitCode: 0 | 1 | 2 | 3;
  readonly error?: Problem;
}
/**
 * What is known of one contract, as far as the run came.
 */
export interface ContractReport {
  /**
   * What the user named, and what it is on chain.
   */
  readonly target: {
    /**
     * As it was given.
     */
    readonly input: string;
    /**
     * Checksummed.
     */
    readonly address: string | null;
    /**
     * `shard.realm.number`, where a query service knows it.
     */
    readonly contractId: string | null;
    readonly creationTransactionHash: string | null;
    /**
     * After this block the code, the proxy's slots and the libraries were read, all of them; null when nothing was read, or the node knows no state but the latest.
     */
    readonly blockNumber: number | null;
  };
  /**
   * The deployment records that name the contract; empty where it was named by itself.
   */
  readonly deployments: readonly DeploymentOrigin[];
  readonly outcome: Outcome;
  /**
   * The contract of the build that is on chain; null when none was found.
   */
  readonly contract: BuildContract | null;
  /**
   * The stored match, as last read from the verification service; null when there is none.
   */
  readonly match: StoredMatch | null;
  /**
   * The stored match before this run; null when there was none, or it was not read.
   */
  readonly previousMatch: StoredMatch | null;
  /**
   * Why what is stored is not known, in a run with `--dry-run`: the verification service did not answer, or none is configured.
   */
  readonly storedUnknown?: string;
  /**
   * What the build promised before anything was sent; null without a build.
   */
  readonly expectedMatch: ExpectedMatch | null;
  /**
   * The id of the last job, a UUID.
   */
  readonly verificationId: string | null;
  /**
   * What was sent, in order. After `--dry-run` what would be sent, and what after it if that does not match.
   */
  readonly submitted: readonly SubmissionReport[];
  /**
   * From the creation code; null when it isn't known or there are none.
   */
  readonly constructorArguments: ConstructorArguments | null;
  /**
   * Address of each library that the code on chain is linked with, by fully qualified name.
   */
  readonly libraries: {
    readonly [k: string]: string;
  };
  /**
   * Value of each immutable in the code on chain, 0x-hex, by the id that the compiler gave it, or by its position (`@214`) where no build file has the id.
   */
  readonly immutables: {
    readonly [k: string]: string;
  };
  /**
   * Where the contract passes calls on to; null when it is no proxy.
   */
  readonly proxy: ContractProxy | null;
  readonly knownCode?: KnownCode;
  readonly checks: readonly Check[];
  /**
   * How the code on chain differs from the chosen build; empty when it does not.
   */
  readonly differences: readonly Difference[];
  /**
   * Why the code on chain is not quite that of the chosen build, the most telling first.
   */
  readonly explanations: readonly Explanation[];
  /**
   * When no build was found: the nearest, best first.
   */
  readonly candidates: readonly Candidate[];
  readonly links: readonly {
    readonly label: string;
    readonly url: string;
  }[];
  /**
   * Milliseconds, in all and for each stage that was reached.
   */
  readonly timings: {
    readonly totalMs: number;
    readonly [k: string]: number;
  };
  readonly error?: Problem;
}
/**
 * Where it is written that a contract was deployed.
 */
export interface DeploymentOrigin {
  readonly tool: "ignition" | "hardhat-deploy" | "foundry" | "manifest";
  /**
   * As the record calls it: a future of Ignition, a deployment of hardhat-deploy, a contract of Foundry.
   */
  readonly name: string;
  /**
   * The record, relative to the project, with forward slashes.
   */
  readonly file: string;
}
/**
 * A contract of a build file.
 */
export interface BuildContract {
  readonly name: string;
  /**
   * The path as the user knows it.
   */
  readonly sourceName: string;
  /**
   * The line on which the contract is declared, in the source that was compiled, from 1; null where it was not found.
   */
  readonly line: number | null;
  /**
   * `sourceName:name`.
   */
  readonly fullyQualifiedName: string;
  /**
   * `path:name` with the path as the compiler got it; the submission's contractIdentifier.
   */
  readonly identifier: string;
  /**
   * The long version, with the commit.
   */
  readonly compilerVersion: string;
  readonly language: string;
  readonly buildId: string;
  /**
   * Relative to the project, with forward slashes.
   */
  readonly buildFile: string;
}
export interface StoredMatch {
  readonly match: Match | null;
  readonly creationMatch: Match | null;
  readonly runtimeMatch: Match | null;
  readonly verifiedAt: string | null;
  readonly matchId: string | null;
}
export interface ExpectedMatch {
  readonly creation: ForetoldMatch;
  readonly runtime: ForetoldMatch;
  /**
   * Why a side is expected to get less than an exact match.
   */
  readonly reasons: readonly string[];
}
export interface SubmissionReport {
  /**
   * False after `--dry-run`.
   */
  readonly sent: boolean;
  readonly verificationId: string | null;
  /**
   * `minimal`: only what the contract imports.
   */
  readonly sources: "minimal" | "full";
  /**
   * Why these sources.
   */
  readonly reason: string;
  readonly contractIdentifier: string;
  readonly compilerVersion: string;
  readonly creationTransactionHash: string | null;
  /**
   * Length of the request body.
   */
  readonly bytes: number;
  readonly files: readonly {
    readonly path: string;
    readonly bytes: number;
  }[];
}
export interface ConstructorArguments {
  /**
   * 0x-hex, as they follow the creation code.
   */
  readonly encoded: string;
  /**
   * By the ABI; null where it does not fit.
   */
  readonly decoded:
    | readonly {
        readonly name: string;
        readonly type: string;
        readonly value: string;
      }[]
    | null;
}
export interface ContractProxy {
  /**
   * The standard that it follows, by its code or its storage.
   */
  readonly kind: "EIP-1167" | "EIP-1967" | "EIP-1967 beacon" | "EIP-1822";
  /**
   * Address of the contract that the calls go to, checksummed.
   */
  readonly implementation: string;
  /**
   * Address of the contract that names the implementation.
   */
  readonly beacon: string | null;
}
/**
 * What code without sources is, with the outcome `known-code`; left out otherwise.
 */
export interface KnownCode {
  /**
   * With its article: `a CREATE3 proxy`.
   */
  readonly name: string;
  /**
   * The checksummed address that it passes every call on to, where its code says so.
   */
  readonly implementation: string | null;
}
/**
 * One rule of the cross-check. What could not be checked is `unknown` or `skipped`, never `passed`.
 */
export interface Check {
  readonly id: string;
  /**
   * What is compared, in a few words.
   */
  readonly subject: string;
  readonly status: "passed" | "failed" | "skipped" | "unknown";
  /**
   * A short form of what was expected.
   */
  readonly expected?: string;
  /**
   * A short form of what was found.
   */
  readonly actual?: string;
  /**
   * On whose word it rests.
   */
  readonly witnesses: readonly Witness[];
  /**
   * Why it failed, was skipped or is unknown.
   */
  readonly reason?: string;
}
/**
 * One range of bytes in which the code on chain differs from a build.
 */
export interface Difference {
  readonly side: "runtime" | "creation";
  readonly kind:
    | "length"
    | "code"
    | "metadata"
    | "library"
    | "immutable"
    | "call-protection"
    | "constructor-arguments";
  /**
   * Bytes from the start of the code.
   */
  readonly offset: number;
  /**
   * Bytes.
   */
  readonly length: number;
  /**
   * Of the build, shortened.
   */
  readonly expected: string;
  /**
   * On chain, shortened.
   */
  readonly actual: string;
}
/**
 * What makes the code on chain differ from a build's, and what to try.
 */
export interface Explanation {
  readonly kind:
    | "no-code"
    | "proxy"
    | "truncated"
    | "extended"
    | "other-code"
    | "compiler-version"
    | "evm-version"
    | "via-ir"
    | "optimizer"
    | "library"
    | "immutables"
    | "constant"
    | "sources"
    | "metadata"
    | "factory"
    | "unexplained"
    | "constructor"
    | "constructor-arguments";
  readonly side: "runtime" | "creation";
  /**
   * One sentence, with the facts.
   */
  readonly text: string;
  /**
   * `certain`: the bytes prove it. `likely`: size and style suggest it.
   */
  readonly certainty: "certain" | "likely";
  /**
   * A command to try.
   */
  readonly next: string;
}
export interface Candidate {
  readonly fullyQualifiedName: string;
  readonly buildId: string;
  /**
   * What differs, in one line.
   */
  readonly summary: string;
  readonly differences: readonly Difference[];
  readonly explanations: readonly Explanation[];
}
/**
 * Something that went wrong: what happened, the facts, the likely cause, the next command.
 */
export interface Problem {
  /**
   * A stable code; docs/errors.md explains each.
   */
  readonly code: string;
  readonly message: string;
  readonly facts: readonly {
    readonly label: string;
    readonly value: string;
  }[];
  /**
   * The likely cause.
   */
  readonly likely?: string;
  /**
   * A command to try, or a setting to change.
   */
  readonly next?: string;
}
