import type { StandardJsonInput } from "../../domain/compiler-input.ts";
import type {
  BytecodeRecord,
  DeploymentRecord,
  ImmutableReferences,
  JobError,
  LinkReferences,
  Match,
  Submission,
  Transformation,
  TransformationValues,
} from "../../domain/record.ts";
import type { LocalCompiler } from "../../solidity/compilers/find-compilers.ts";

/** A submission of valid form, with its address and the worker's other inputs. */
export interface JudgeRequest {
  readonly submission: Omit<Submission, "stdJsonInput"> & {
    readonly stdJsonInput: Omit<StandardJsonInput, "settings"> & Partial<StandardJsonInput>;
  };
  readonly chain: { readonly rpcUrl: string; readonly chainId: string };
  /** Checksummed. */
  readonly address: string;
  readonly compilers: readonly LocalCompiler[];
}

/** A compilation's result, which all contracts with the same recompiled code share. */
export interface Compilation {
  readonly language: string;
  readonly compilerVersion: string;
  readonly path: string;
  readonly name: string;
  /** Without `outputSelection`. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Those of all submitters. */
  readonly sources: Record<string, { readonly content: string }>;
  readonly sourceIds: Readonly<Record<string, { readonly id: number }>> | undefined;
  readonly abi: readonly Readonly<Record<string, unknown>>[] | undefined;
  /** As the compiler wrote it. */
  readonly metadata: string | undefined;
  readonly userdoc: unknown;
  readonly devdoc: unknown;
  readonly storageLayout: unknown;
  readonly transientStorageLayout: unknown;
  readonly creation: CompiledCode;
  readonly runtime: CompiledCode & { readonly immutableReferences: ImmutableReferences };
}

export interface CompiledCode {
  /** 0x-hex, library placeholders zeroed. */
  readonly code: string;
  readonly sourceMap: string | undefined;
  readonly linkReferences: LinkReferences;
  readonly cborAuxdata: BytecodeRecord["cborAuxdata"];
}

/** How one side of the contract compares. `transformations` are null when it did not match. */
export interface Side {
  readonly match: Match | null;
  readonly onchain: string | null;
  readonly transformations: readonly Transformation[] | null;
  readonly transformationValues: TransformationValues | null;
}

/** Why a verification failed, with what was known by then. Codes on chain and recompiled are left out when unknown. */
export type JudgeFailure = Omit<JobError, "errorId" | "compilerErrors" | "compilerErrorMessage"> & {
  readonly errorData?:
    | { readonly compilerErrors?: unknown; readonly compilerErrorMessage?: string | undefined }
    | undefined;
};

export interface Verified {
  readonly creation: Side;
  readonly runtime: Side;
  readonly deployment: DeploymentRecord;
  readonly compilation: Compilation;
  readonly compilationTimeMs: number;
}

export type Judgement =
  | { readonly kind: "verified"; readonly verified: Verified }
  | { readonly kind: "failed"; readonly failure: JudgeFailure };

export interface Judged {
  readonly judgement: Judgement;
  /** Memory that the worker has now, that of its compilers in WebAssembly included. */
  readonly keptBytes: number;
}
