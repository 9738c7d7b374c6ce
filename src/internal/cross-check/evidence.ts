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

/** All data that the checks compare, gathered before they run. Checks make no requests. */
export interface Evidence {
  readonly facts: DeploymentFacts;
  /** The query service's response, or the reason why it is missing. */
  readonly query: QueryKnowledge;
  /** The node's code at the long-zero address of the contract's Hedera id. Undefined if there is none. */
  readonly codeAtNumber?: string | undefined;
  /** The creation transaction's block according to the query service, if known. */
  readonly creationBlock: QueryBlock | undefined;
  readonly record: ContractRecord;
  /** The service's URL, for messages. @default not shown */
  readonly serviceUrl?: string;
  /** The build whose code is on chain, if any, with its expected match. */
  readonly build: BuildEvidence | undefined;
  /**
   * The project's build if it was changed after the deployment: its metadata isn't on chain, but the record's sources
   * compile to the metadata that is. It says nothing about this contract, so `build` is undefined.
   */
  readonly outdatedBuild?: BuildEvidence | undefined;
  /**
   * The contract's implementation according to the chain. Null if the contract isn't a proxy, undefined if the node
   * doesn't respond.
   */
  readonly proxy: ProxyFacts | null | undefined;
  /**
   * True if this run also checks the proxy's implementation, and can therefore tell whether a name belongs to it.
   * @default false
   */
  readonly isImplementationJudged?: boolean;
  /** Every library that the contract is linked to, directly or through another library. */
  readonly libraries: readonly LinkedLibrary[];
  /** The deployment records, including those for other addresses. */
  readonly recorded: readonly RecordedDeployment[];
  /** True if the service compiled this input during this run and found a match. */
  readonly isJudged: boolean;
  /** The record's metadata and sources, compiled locally. Undefined if compilation wasn't requested. */
  readonly recompiled: Recompiled | undefined;
  /** The given standard JSON input, compiled locally. Undefined if none was given. */
  readonly givenCompiled?: Recompiled | undefined;
  /** True if the user specified the contract by its ID, not by its address. */
  readonly isNamedById: boolean;
  /** True if the configuration accepts foreign creation code for this address. @default false */
  readonly isForeignCreationAllowed?: boolean;
  /** The result of this run's job, if it found a match. */
  readonly job?: RunJob | undefined;
  /** The verification time of the record that the service had before this run, if any. */
  readonly previouslyAt?: string | undefined;
  /** The time when the service sent the record, if the response contains it. */
  readonly recordSent?: RecordSent | undefined;
  /** The code on chain, read again after all other evidence was gathered. */
  readonly codeAgain: CodeAgain;
  readonly requirement: Requirement;
  readonly now: Date;
}

/** The result of a job that finished during this run. */
export interface RunJob {
  readonly match: MatchSummary;
  /** True if this run submitted the job and the contract had no record before. */
  readonly isFirst: boolean;
}

export interface RecordSent {
  /** The time when the record was sent, by the service's clock. */
  readonly at: Date;
  /**
   * Upper bound for the time since the run began, in milliseconds. Includes any time during which the machine was
   * asleep.
   */
  readonly afterMs: number;
}

export interface BuildEvidence {
  readonly contract: ContractName;
  /** Undefined if only the compiler input is known. */
  readonly compiled: CompiledContract | undefined;
  readonly compilation: Build;
  readonly expected: ExpectedMatch;
  /** True if the constructor, not a compiler, wrote the code on chain. @default false */
  readonly isWritten?: boolean;
}

/** A linked library and the code that its sources compile to. */
export interface LinkedLibrary extends Link {
  /** Result of eth_getCode, 0x-prefixed hex. Undefined if the node didn't respond, or if the address is unknown. */
  readonly runtimeBytecode: string | undefined;
  /** The compiled code of this library's sources, from each build that contains them or from a local compiler. */
  readonly compiled: readonly KnownLibrary[];
  /** Libraries with this name in builds other than the contract's own. */
  readonly others?: readonly KnownLibrary[];
  /** The compiler that the library's own record requires, if it isn't available on this machine. */
  readonly lacking?: Extract<Recompiled, { readonly kind: "no-compiler" }> | undefined;
}

export interface KnownLibrary {
  readonly template: CodeTemplate;
  readonly by: "build" | "compiler";
  /** The file's path as the user would write it. Undefined for a local compiler's output. */
  readonly file?: string;
  /** The input that the library was compiled from, including the libraries linked by its settings. */
  readonly input?: LinkingInput | undefined;
}
