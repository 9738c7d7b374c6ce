import type { BuildCache } from "../../builds/build-cache.ts";
import type { BuildSource } from "../../builds/build-source.ts";
import type { ProjectPaths } from "../../builds/project/project-paths.ts";
import type { Build, BuildCandidate } from "../../domain/build.ts";
import type { HostWords } from "../../errors/host-words.ts";
import type { CommandLine } from "../../errors/next-step.ts";
import type { ErrorCode, ProblemDetails } from "../../errors/problem.ts";
import type { PreflightName } from "../../report/preflight/model.ts";
import type { Compile } from "../../solidity/compilers/recompile.ts";
import type { PlannedSubmission } from "../../submission/plan-submission.ts";

export interface Subject {
  readonly candidate: BuildCandidate;
  readonly tool: PreflightName["tool"];
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

/** The proof from the metadata in the build, which contains the hash of each compiled source. */
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
  /** The prevented match: any, or an exact one only; null for a hint. */
  readonly prevents: "match" | "exact_match" | null;
}

/** The contracts to validate before they are deployed, and the weakest match that is good enough. */
export interface PreflightRequest {
  /** `Name` or `path:Name`; none for all of the project. */
  readonly contracts: readonly string[];
  readonly builds: Extract<BuildSource, { kind: "build-files" }>;
  readonly minMatch: "match" | "exact_match";
  readonly line: CommandLine;
}

/** Everything outside that a preflight uses: files and compilers, and no network. */
export interface PreflightPorts {
  readonly words: HostWords;
  readonly paths: ProjectPaths;
  readonly builds: Pick<BuildCache, "read" | "readWider">;
  readonly compile: Compile | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (event: PreflightEvent) => void;
}

/** `compiling` comes once for each contract that is compiled here. */
export type PreflightEvent =
  | { readonly type: "reading"; readonly contracts: number; readonly where: string }
  | { readonly type: "compiling"; readonly done: number; readonly total: number };
