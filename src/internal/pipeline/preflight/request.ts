import type { BuildCache } from "../../builds/build-cache.ts";
import type { BuildSource } from "../../builds/build-source.ts";
import type { ProjectPaths } from "../../builds/project/project-paths.ts";
import type { HostWords } from "../../errors/host-words.ts";
import type { CommandLine } from "../../errors/next-step.ts";
import type { Compile } from "../../solidity/compilers/recompile.ts";

/** Which contracts to look at before they are deployed, and what counts as good enough. */
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
  /** Undefined where nothing is to be compiled. */
  readonly compile: Compile | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (event: PreflightEvent) => void;
}

/** `compiling` comes once for each contract that is compiled here. */
export type PreflightEvent =
  | { readonly type: "reading"; readonly contracts: number; readonly where: string }
  | { readonly type: "compiling"; readonly done: number; readonly total: number };
