// Generated from schemas/verify-contract-preflight-1.schema.json by `npm run generate`. Do not edit.

export type PreflightMatch = "exact_match" | "match" | "none" | "unknown";

/**
 * What `verify-contract preflight` says of the contracts of a build before they are deployed.
 */
export interface PreflightReport {
  /**
   * The version of this format. Fields may be added under the same version; none is removed or changes its meaning.
   */
  readonly schema: "verify-contract-preflight/1";
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
   * What counts as good enough: with `match`, what only prevents an exact match is a warning.
   */
  readonly minMatch: "match" | "exact_match";
  /**
   * Whether `--compile` asked to compile here what would be submitted.
   */
  readonly compile: boolean;
  /**
   * By name. Only contracts with code: no interfaces and no abstract ones.
   */
  readonly contracts: readonly PreflightContract[];
  /**
   * How many contracts with code the build has besides, because no argument names them.
   */
  readonly leftOut: {
    readonly tests: number;
    readonly scripts: number;
    readonly dependencies: number;
  };
  /**
   * What verifying all these contracts would disclose: each file once.
   */
  readonly disclosed: {
    readonly bytes: number;
    readonly files: readonly DisclosedFile[];
  };
  readonly summary: {
    readonly total: number;
    readonly ready: number;
    readonly warning: number;
    readonly error: number;
  };
  /**
   * 0: no errors. 1: at least one contract has an error. 2: wrong use or configuration. 3: the run was stopped.
   */
  readonly exitCode: 0 | 1 | 2 | 3;
  readonly error?: PreflightProblem;
}
export interface PreflightContract {
  readonly contract: PreflightName;
  /**
   * The worst level of its findings; `ready` without any.
   */
  readonly verdict: "ready" | "warning" | "error";
  /**
   * The match that a verification service is expected to find, if this build is deployed.
   */
  readonly expectedMatch: {
    readonly creation: PreflightMatch;
    readonly runtime: PreflightMatch;
    readonly reasons: readonly string[];
  };
  /**
   * How it is known that the submitted sources give this code. `compiler`: they were compiled here. `metadata`: the metadata that the compiler wrote lists them, and the code has its hash. `prediction`: by the imports alone; the sources may have been edited since they were compiled.
   */
  readonly shownBy: "compiler" | "metadata" | "prediction";
  readonly findings: readonly PreflightFinding[];
  /**
   * What would be submitted first; null if the compiler input can't be read.
   */
  readonly submission: {
    /**
     * `minimal`: what the contract imports. `full`: all files of the build.
     */
    readonly sources: "minimal" | "full";
    readonly reason: string;
    /**
     * Of the whole request, without a transaction hash.
     */
    readonly bytes: number;
    readonly files: readonly DisclosedFile[];
  } | null;
  /**
   * Bytes of both codes; init code without constructor arguments.
   */
  readonly size: {
    readonly runtime: number;
    readonly initCode: number;
  };
}
/**
 * The contract, and the build that it is of.
 */
export interface PreflightName {
  readonly name: string;
  /**
   * The user's path.
   */
  readonly sourceName: string;
  /**
   * Of its declaration; null if unknown.
   */
  readonly line: number | null;
  /**
   * `sourceName:name`
   */
  readonly fullyQualifiedName: string;
  /**
   * The same with the path in the compiler input.
   */
  readonly identifier: string;
  /**
   * The long version; null if the compiler input can't be read.
   */
  readonly compilerVersion: string | null;
  readonly language: string | null;
  /**
   * Path of the build-info or artifact, relative to the project.
   */
  readonly buildFile: string;
  /**
   * What built it.
   */
  readonly tool: "hardhat" | "foundry" | "other";
}
/**
 * Something about a contract that stands in the way of verifying it, or that is good to know before it is deployed.
 */
export interface PreflightFinding {
  readonly level: "error" | "warning";
  /**
   * What it prevents: any match, or an exact one only. An `exact_match` is a warning unless `minMatch` asks for it; null is a warning always.
   */
  readonly prevents: "match" | "exact_match" | null;
  /**
   * A stable code; docs/errors.md explains each.
   */
  readonly code: string;
  readonly message: string;
  readonly facts: readonly PreflightFact[];
  /**
   * The likely cause.
   */
  readonly likely?: string;
  /**
   * The cure: a setting to change, or a command to try.
   */
  readonly next?: string;
  /**
   * URL of what docs/errors.md says about the code.
   */
  readonly docs?: string;
}
export interface PreflightFact {
  readonly label: string;
  readonly value: string;
}
export interface DisclosedFile {
  readonly path: string;
  readonly bytes: number;
}
/**
 * Why the run as a whole failed.
 */
export interface PreflightProblem {
  /**
   * A stable code; docs/errors.md explains each.
   */
  readonly code: string;
  readonly message: string;
  readonly facts: readonly PreflightFact[];
  /**
   * The likely cause.
   */
  readonly likely?: string;
  /**
   * A command to try, or a setting to change.
   */
  readonly next?: string;
  /**
   * URL of what docs/errors.md says about the code.
   */
  readonly docs?: string;
}
