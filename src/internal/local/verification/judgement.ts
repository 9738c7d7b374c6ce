import type { StandardJsonInput } from "../../domain/compiler-input.ts";
import type { JobError, Submission } from "../../domain/record.ts";
import type { LocalCompiler } from "../../solidity/compilers/find-compilers.ts";
import type { Verified } from "./verified.ts";

export interface JudgeRequest {
  readonly submission: Omit<Submission, "stdJsonInput"> & {
    readonly stdJsonInput: Omit<StandardJsonInput, "settings"> & Partial<StandardJsonInput>;
  };
  readonly chain: { readonly rpcUrl: string; readonly chainId: string };
  /** Checksummed. */
  readonly address: string;
  readonly compilers: readonly LocalCompiler[];
}

/** Contains only the code known before the failure. */
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
  /** The worker's current memory use, including its WebAssembly compilers. */
  readonly keptBytes: number;
}
