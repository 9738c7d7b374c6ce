import type { Build, BuildCandidate } from "../../domain/build.ts";
import type { HostWords } from "../../errors/host-words.ts";
import type { ErrorCode, ProblemDetails } from "../../errors/problem.ts";
import type { PlannedSubmission } from "../../submission/plan-submission.ts";
import type { BuildTool } from "./select-candidates.ts";

/** A contract before it is deployed. */
export interface Subject {
  readonly candidate: BuildCandidate;
  readonly tool: BuildTool;
  /** The compiler input that it was made from; undefined if it can't be read. */
  readonly compilation?: Build;
  readonly words: HostWords;
  /** Absolute path; paths in findings are relative to it. */
  readonly projectRoot: string;
}

/** A contract with what would be submitted first. */
export interface LoadedSubject extends Subject {
  readonly compilation: Build;
  readonly plan: PlannedSubmission;
}

/** The same with what its build and a compiler show. */
export interface ProvenSubject extends LoadedSubject {
  readonly proof: SourcesProof;
  /** Fully qualified names of contracts that the code can't be told from. */
  readonly twins: readonly string[];
}

/** Whether what would be submitted gives the code that would be deployed. */
export type SourcesProof =
  | { readonly state: "proven"; readonly shownBy: "compiler" | "metadata" }
  /** Nothing here shows it. `noCompiler`: the long version that was asked for and is not here. */
  | { readonly state: "predicted"; readonly shownBy: "prediction"; readonly noCompiler?: string }
  /** The build's own input gives something else. */
  | { readonly state: "changed"; readonly shownBy: "compiler" | "metadata"; readonly reason: string }
  /** The whole input gives it, what the contract imports does not. */
  | { readonly state: "closure-differs"; readonly shownBy: "compiler" | "metadata"; readonly reason: string }
  | { readonly state: "rejected"; readonly shownBy: "compiler"; readonly reason: string };

/** A finding before it is known what counts as good enough. */
export interface Found extends ProblemDetails {
  readonly code: ErrorCode;
  /** What it prevents: any match, or an exact one only; null for what is good to know. */
  readonly prevents: "match" | "exact_match" | null;
}
