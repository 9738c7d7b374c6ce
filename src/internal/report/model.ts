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
  schema: "verify-contract/1";
  /**
   * The program that made the report.
   */
  tool: {
    name: string;
    version: string;
  };
  /**
   * ISO 8601, UTC.
   */
  startedAt: string;
  /**
   * ISO 8601, UTC.
   */
  finishedAt: string;
  /**
   * The Hardhat network and the chain behind it; null when the run ended before the chain was asked.
   */
  network: {
    name: string;
    chainId: number;
  } | null;
  /**
   * The base URL of each service that was used, without credentials; null where none is configured.
   */
  services: {
    verification: string | null;
    query: string | null;
    status: string | null;
  };
  /**
   * Which part of the deployments this run looked at, from `--shard`; null for all of them.
   */
  shard: {
    index: number;
    count: number;
    /**
     * The same for all shards of the same contracts: without that, a contract could be in none of them. Null where the deployments were not read.
     */
    plan: string | null;
  } | null;
  contracts: ContractReport[];
  /**
   * What deployment records name that this run was not to look at, such as a contract that others deployed.
   */
  passedOver: {
    /**
     * As the record calls it.
     */
    name: string;
    /**
     * The record, relative to the project, with forward slashes.
     */
    file: string;
    reason: string;
  }[];
  /**
   * How many contracts there are of each outcome.
   */
  summary: {
    total: number;
    outcomes: {
      [k: string]: number;
    };
  };
  /**
   * 0: every contract is good enough and every check passed. 1: something is wrong with a contract. 2: wrong use or configuration, of this run or of one that was merged. 3: can't tell, run it again; also where the report of a shard is missing.
   */
  exitCode: 0 | 1 | 2 | 3;
  error?: Problem;
}
/**
 * What is known of one contract, as far as the run came.
 */
export interface ContractReport {
  /**
   * What the user named, and what it is on chain.
   */
  target: {
    /**
     * As it was given.
     */
    input: string;
    /**
     * Checksummed.
     */
    address: string | null;
    /**
     * `shard.realm.number`, where a query service knows it.
     */
    contractId: string | null;
    creationTransactionHash: string | null;
    /**
     * After this block the code, the proxy's slots and the libraries were read, all of them; null when nothing was read, or the node knows no state but the latest.
     */
    blockNumber: number | null;
  };
  /**
   * The deployment records that name the contract; empty where it was named by itself.
   */
  deployments: DeploymentOrigin[];
  outcome: Outcome;
  /**
   * The contract of the build that is on chain; null when none was found.
   */
  contract: BuildContract | null;
  /**
   * The stored match, as last read from the verification service; null when there is none.
   */
  match: StoredMatch | null;
  /**
   * The stored match before this run; null when there was none, or it was not read.
   */
  previousMatch: StoredMatch | null;
  /**
   * Why what is stored is not known, in a run with `--dry-run`: the verification service did not answer, or none is configured.
   */
  storedUnknown?: string;
  /**
   * What the build promised before anything was sent; null without a build.
   */
  expectedMatch: ExpectedMatch | null;
  /**
   * The id of the last job, a UUID.
   */
  verificationId: string | null;
  /**
   * What was sent, in order. After `--dry-run` what would be sent, and what after it if that does not match.
   */
  submitted: SubmissionReport[];
  /**
   * From the creation code; null when it isn't known or there are none.
   */
  constructorArguments: ConstructorArguments | null;
  /**
   * Address of each library that the code on chain is linked with, by fully qualified name.
   */
  libraries: {
    [k: string]: string;
  };
  /**
   * Value of each immutable in the code on chain, 0x-hex, by the id that the compiler gave it, or by its position (`@214`) where no build file has the id.
   */
  immutables: {
    [k: string]: string;
  };
  /**
   * Where the contract passes calls on to; null when it is no proxy.
   */
  proxy: ContractProxy | null;
  knownCode?: KnownCode;
  checks: Check[];
  /**
   * How the code on chain differs from the chosen build; empty when it does not.
   */
  differences: Difference[];
  /**
   * Why the code on chain is not quite that of the chosen build, the most telling first.
   */
  explanations: Explanation[];
  /**
   * When no build was found: the nearest, best first.
   */
  candidates: Candidate[];
  links: {
    label: string;
    url: string;
  }[];
  /**
   * Milliseconds, in all and for each stage that was reached.
   */
  timings: {
    totalMs: number;
    [k: string]: number;
  };
  error?: Problem;
}
/**
 * Where it is written that a contract was deployed.
 */
export interface DeploymentOrigin {
  tool: "ignition" | "hardhat-deploy" | "foundry" | "manifest";
  /**
   * As the record calls it: a future of Ignition, a deployment of hardhat-deploy, a contract of Foundry.
   */
  name: string;
  /**
   * The record, relative to the project, with forward slashes.
   */
  file: string;
}
/**
 * A contract of a build file.
 */
export interface BuildContract {
  name: string;
  /**
   * The path as the user knows it.
   */
  sourceName: string;
  /**
   * The line on which the contract is declared, in the source that was compiled, from 1; null where it was not found.
   */
  line: number | null;
  /**
   * `sourceName:name`.
   */
  fullyQualifiedName: string;
  /**
   * `path:name` with the path as the compiler got it; the submission's contractIdentifier.
   */
  identifier: string;
  /**
   * The long version, with the commit.
   */
  compilerVersion: string;
  language: string;
  buildId: string;
  /**
   * Relative to the project, with forward slashes.
   */
  buildFile: string;
}
export interface StoredMatch {
  match: Match | null;
  creationMatch: Match | null;
  runtimeMatch: Match | null;
  verifiedAt: string | null;
  matchId: string | null;
}
export interface ExpectedMatch {
  creation: ForetoldMatch;
  runtime: ForetoldMatch;
  /**
   * Why a side is expected to get less than an exact match.
   */
  reasons: string[];
}
export interface SubmissionReport {
  /**
   * False after `--dry-run`.
   */
  sent: boolean;
  verificationId: string | null;
  /**
   * `minimal`: only what the contract imports.
   */
  sources: "minimal" | "full";
  /**
   * Why these sources.
   */
  reason: string;
  contractIdentifier: string;
  compilerVersion: string;
  creationTransactionHash: string | null;
  /**
   * Length of the request body.
   */
  bytes: number;
  files: {
    path: string;
    bytes: number;
  }[];
}
export interface ConstructorArguments {
  /**
   * 0x-hex, as they follow the creation code.
   */
  encoded: string;
  /**
   * By the ABI; null where it does not fit.
   */
  decoded:
    | {
        name: string;
        type: string;
        value: string;
      }[]
    | null;
}
export interface ContractProxy {
  /**
   * The standard that it follows, by its code or its storage.
   */
  kind: "EIP-1167" | "EIP-1967" | "EIP-1967 beacon" | "EIP-1822";
  /**
   * Address of the contract that the calls go to, checksummed.
   */
  implementation: string;
  /**
   * Address of the contract that names the implementation.
   */
  beacon: string | null;
}
/**
 * What code without sources is, with the outcome `known-code`; left out otherwise.
 */
export interface KnownCode {
  /**
   * With its article: `a CREATE3 proxy`.
   */
  name: string;
  /**
   * The checksummed address that it passes every call on to, where its code says so.
   */
  implementation: string | null;
}
/**
 * One rule of the cross-check. What could not be checked is `unknown` or `skipped`, never `passed`.
 */
export interface Check {
  id: string;
  /**
   * What is compared, in a few words.
   */
  subject: string;
  status: "passed" | "failed" | "skipped" | "unknown";
  /**
   * A short form of what was expected.
   */
  expected?: string;
  /**
   * A short form of what was found.
   */
  actual?: string;
  /**
   * On whose word it rests.
   */
  witnesses: Witness[];
  /**
   * Why it failed, was skipped or is unknown.
   */
  reason?: string;
}
/**
 * One range of bytes in which the code on chain differs from a build.
 */
export interface Difference {
  side: "runtime" | "creation";
  kind:
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
  offset: number;
  /**
   * Bytes.
   */
  length: number;
  /**
   * Of the build, shortened.
   */
  expected: string;
  /**
   * On chain, shortened.
   */
  actual: string;
}
/**
 * What makes the code on chain differ from a build's, and what to try.
 */
export interface Explanation {
  kind:
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
  side: "runtime" | "creation";
  /**
   * One sentence, with the facts.
   */
  text: string;
  /**
   * `certain`: the bytes prove it. `likely`: size and style suggest it.
   */
  certainty: "certain" | "likely";
  /**
   * A command to try.
   */
  next: string;
}
export interface Candidate {
  fullyQualifiedName: string;
  buildId: string;
  /**
   * What differs, in one line.
   */
  summary: string;
  differences: Difference[];
  explanations: Explanation[];
}
/**
 * Something that went wrong: what happened, the facts, the likely cause, the next command.
 */
export interface Problem {
  /**
   * A stable code; docs/errors.md explains each.
   */
  code: string;
  message: string;
  facts: {
    label: string;
    value: string;
  }[];
  /**
   * The likely cause.
   */
  likely?: string;
  /**
   * A command to try, or a setting to change.
   */
  next?: string;
}
