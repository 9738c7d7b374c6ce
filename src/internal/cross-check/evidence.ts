import type { DeploymentFacts, QueryKnowledge } from "../chain/deployment-facts.ts";
import type { ProxyFacts } from "../chain/read-proxy.ts";
import type { Build, CompiledContract, ContractName, RecordedDeployment } from "../domain/build.ts";
import type { CodeTemplate } from "../domain/code-template.ts";
import type { ExpectedMatch } from "../domain/expected-match.ts";
import type { Requirement } from "../domain/match.ts";
import type { ContractRecord } from "../domain/record.ts";
import type { QueryBlock } from "../services/query/model.ts";
import type { Recompiled } from "../solidity/compilers/recompile.ts";

/** All that the checks compare. It was gathered before; a check asks nobody anything. */
export interface Evidence {
  /** What the chain says. */
  readonly facts: DeploymentFacts;
  /** What the query service says, or why it says nothing. */
  readonly query: QueryKnowledge;
  /** The block of the creating transaction, as the query service has it; undefined where it was not told. */
  readonly creationBlock: QueryBlock | undefined;
  /** What the verification service has stored. */
  readonly record: ContractRecord;
  /** The build that was found for the code on chain, and what it promised; undefined where none was. */
  readonly build: EvidenceOfBuild | undefined;
  /** Where the contract passes calls on to, as the chain says; null for no proxy, undefined where the node does not say. */
  readonly proxy: ProxyFacts | null | undefined;
  /** The libraries that the code on chain is linked with. */
  readonly libraries: readonly LinkedLibrary[];
  /** What deployment records say of the contract; there may be some of other addresses among them. */
  readonly recorded: readonly RecordedDeployment[];
  /** Whether the service compiled this very input in this run, and found a match. */
  readonly isJudged: boolean;
  /** What the sources on record compile to here; undefined where that was not asked for. */
  readonly recompiled: Recompiled | undefined;
  /** What the standard JSON input that was given compiles to here; undefined where none was given. */
  readonly givenCompiled?: Recompiled | undefined;
  /** What the user asked for. */
  readonly requirement: Requirement;
  /** When the checks run. */
  readonly now: Date;
}

export interface EvidenceOfBuild {
  readonly contract: ContractName;
  /** Undefined where only the compiler's input is known: then nothing was compiled that could be compared. */
  readonly compiled: CompiledContract | undefined;
  readonly compilation: Build;
  readonly expected: ExpectedMatch;
  /** What the code on chain is linked with. */
  readonly libraries: readonly LinkedLibrary[];
}

/** A library, at the address that the code on chain calls. */
export interface LibraryOfBuild {
  /** `path:Name`, as the build's link references have it. */
  readonly name: string;
  /** 0x-hex, in lower case. */
  readonly address: string;
  /** What the chosen build compiled it to; undefined where the build files lack it. */
  readonly template: CodeTemplate | undefined;
  /** The file that has it, as the user would write it. */
  readonly file?: string;
  /** The same of other builds, which are as true as the chosen one. */
  readonly equals?: readonly KnownLibrary[];
  /** Libraries of this name of other builds, which are not what the contract was compiled with. */
  readonly others?: readonly KnownLibrary[];
}

/** A library of some build. */
export interface KnownLibrary {
  readonly template: CodeTemplate;
  /** As the user would write it. */
  readonly file: string;
}

export interface LinkedLibrary extends LibraryOfBuild {
  /** eth_getCode, 0x-hex; undefined where the node did not say. */
  readonly runtimeBytecode: string | undefined;
}
