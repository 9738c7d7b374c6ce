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
  readonly compilation?: Build;
  readonly words: HostWords;
  readonly projectRoot: string;
}

export interface LoadedSubject extends Subject {
  readonly compilation: Build;
  readonly plan: PlannedSubmission;
}

export interface ProvenSubject extends LoadedSubject {
  readonly proof: SourcesProof;
  /** Fully qualified names of the contracts that this one can't be distinguished from. */
  readonly twins: readonly string[];
}

export type SourcesProof =
  | { readonly state: "proven"; readonly shownBy: "compiler" | "metadata" }
  /** Unproven. `noCompiler` is the full version of the required compiler, if it isn't available. */
  | { readonly state: "predicted"; readonly shownBy: "prediction"; readonly noCompiler?: string }
  /** The build's own input compiles to different code. */
  | { readonly state: "changed"; readonly shownBy: "compiler" | "metadata"; readonly reason: string }
  /** Only the whole input compiles to the build's code; the contract's imports alone don't. */
  | { readonly state: "closure-differs"; readonly shownBy: "compiler" | "metadata"; readonly reason: string }
  | { readonly state: "rejected"; readonly shownBy: "compiler"; readonly reason: string };

export interface Found extends ProblemDetails {
  readonly code: ErrorCode;
  /** Null for a hint. */
  readonly prevents: "match" | "exact_match" | null;
}

export interface PreflightRequest {
  /** `Name` or `path:Name`; empty for the whole project. */
  readonly contracts: readonly string[];
  readonly builds: Extract<BuildSource, { kind: "build-files" }>;
  readonly minMatch: "match" | "exact_match";
  readonly line: CommandLine;
}

export interface PreflightPorts {
  readonly words: HostWords;
  readonly paths: ProjectPaths;
  readonly builds: Pick<BuildCache, "read" | "readWider">;
  readonly compile: Compile | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (event: PreflightEvent) => void;
}

/** `compiling` is emitted once per locally compiled contract. */
export type PreflightEvent =
  | { readonly type: "reading"; readonly contracts: number; readonly where: string }
  | { readonly type: "compiling"; readonly done: number; readonly total: number };
