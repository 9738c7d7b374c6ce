import type { Link, LinkingInput } from "../bytecode/links.ts";
import type { DeploymentFacts, QueryKnowledge } from "../chain/deployment-facts.ts";
import type { CodeAgain } from "../chain/read-code.ts";
import type { Build, CompiledContract, ContractName, RecordedDeployment } from "../domain/build.ts";
import type { CodeTemplate } from "../domain/code-template.ts";
import type { ExpectedMatch, Requirement } from "../domain/match.ts";
import type { ContractRecord, MatchSummary } from "../domain/record.ts";
import type { ProxyFacts } from "../report/model.ts";
import type { QueryBlock } from "../services/query/model.ts";
import type { Recompiled } from "../solidity/compilers/compiled-here.ts";

/** All that the checks compare. It is gathered before they run; a check makes no request. */
export interface Evidence {
  readonly facts: DeploymentFacts;
  /** The query service's answer, or why there is none. */
  readonly query: QueryKnowledge;
  /** The block of the creating transaction from the query service; undefined if unknown. */
  readonly creationBlock: QueryBlock | undefined;
  /** The stored record of the verification service. */
  readonly record: ContractRecord;
  /** The URL of that service, for words. @default not said */
  readonly serviceUrl?: string;
  /** The build that fits the code on chain, with its expected match; undefined if there is none. */
  readonly build: EvidenceOfBuild | undefined;
  /** The contract's implementation, as the chain says; null for no proxy, undefined if the node does not say. */
  readonly proxy: ProxyFacts | null | undefined;
  /** True if this run also judges what the proxy runs, and so decides whether that has a given name. @default false */
  readonly isImplementationJudged?: boolean;
  /** Every library that the contract is linked with, and that those are linked with, and so on. */
  readonly libraries: readonly LinkedLibrary[];
  /** The deployment records; some may be of other addresses. */
  readonly recorded: readonly RecordedDeployment[];
  /** True if the service compiled this input in this run, and found a match. */
  readonly isJudged: boolean;
  /** The record's metadata and sources, compiled on this machine; undefined if nothing was to be compiled. */
  readonly recompiled: Recompiled | undefined;
  /** The given standard JSON input, compiled on this machine; undefined without one. */
  readonly givenCompiled?: Recompiled | undefined;
  /** True if the user named the contract by its id, and not by its address. */
  readonly isNamedById: boolean;
  /** True if the configuration accepts foreign creation code for this address. @default false */
  readonly isForeignCreationAllowed?: boolean;
  /** The result of this run's job that found a match; undefined without one. */
  readonly job?: JobOfRun | undefined;
  /** When the record was verified that the service had before this run submitted; undefined without one. */
  readonly previouslyAt?: string | undefined;
  /** When the service sent the record; undefined where its answer has no date. */
  readonly recordSent?: RecordSent | undefined;
  /** The code, read again after everything else was gathered. */
  readonly codeAgain: CodeAgain;
  readonly requirement: Requirement;
  readonly now: Date;
}

/** The result of a job whose end this run saw. */
export interface JobOfRun {
  readonly match: MatchSummary;
  /** True if this run submitted it, and the contract had no record before. */
  readonly isFirst: boolean;
}

export interface RecordSent {
  /** By the service's clock. */
  readonly at: Date;
  /** Milliseconds since the run began, at most: without the time that the machine slept, it would be less. */
  readonly afterMs: number;
}

export interface EvidenceOfBuild {
  readonly contract: ContractName;
  /** Undefined if only the compiler's input is known, without compiled code to compare. */
  readonly compiled: CompiledContract | undefined;
  readonly compilation: Build;
  readonly expected: ExpectedMatch;
  /** True if its constructor wrote the code on chain, which nothing compiled. @default false */
  readonly isWritten?: boolean;
}

/** A linked library, and what its sources compile to. */
export interface LinkedLibrary extends Link {
  /** eth_getCode, 0x-hex; undefined if the node did not answer, or if the address is not known. */
  readonly runtimeBytecode: string | undefined;
  /** The code of this library's sources, from each build that has them or a compiler here. */
  readonly compiled: readonly KnownLibrary[];
  /** Libraries of this name in other builds, which the contract was not compiled with. */
  readonly others?: readonly KnownLibrary[];
  /** The compiler that its own record names, and that is not here. */
  readonly lacking?: Extract<Recompiled, { readonly kind: "no-compiler" }> | undefined;
}

export interface KnownLibrary {
  readonly template: CodeTemplate;
  readonly by: "build" | "compiler";
  /** As the user would write it; undefined for a compiler's. */
  readonly file?: string;
  /** The input it was compiled from, with the libraries that its settings link. */
  readonly input?: LinkingInput | undefined;
}
