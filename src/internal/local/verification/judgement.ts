import type { StandardJsonInput } from "../../domain/compiler-input.ts";
import type { JobError, Submission } from "../../domain/record.ts";
import type { LocalCompiler } from "../../solidity/compilers/find-compilers.ts";
import type { Verified } from "./verified.ts";

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

/** Why a verification failed, with what was known by then. Codes on chain and recompiled are left out when unknown. */
export type JudgeFailure = Omit<JobError, "errorId" | "compilerErrors" | "compilerErrorMessage"> & {
  readonly errorData?:
    | { readonly compilerErrors?: unknown; readonly compilerErrorMessage?: string | undefined }
    | undefined;
};

export type Judgement =
  | { readonly kind: "verified"; readonly verified: Verified }
  | { readonly kind: "failed"; readonly failure: JudgeFailure };

export interface Judged {
  readonly judgement: Judgement;
  /** Memory that the worker has now, that of its compilers in WebAssembly included. */
  readonly keptBytes: number;
}
