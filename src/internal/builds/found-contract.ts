import type { Build, BuildCandidate } from "../domain/build.ts";
import type { BuildOutputs } from "./build-outputs.ts";

/** A contract that a reader found. Its compiler input is loaded on demand. */
export interface FoundContract {
  readonly candidate: BuildCandidate;
  readonly load: () => Promise<Build>;
  /** Its build-info is missing: the same contract from another file is preferred. */
  readonly lacksBuildInfo?: boolean;
}

/** The contracts that readers found. */
export interface CandidateSet {
  /** Their locations, for messages: paths relative to the project. */
  readonly where: string;
  readonly candidates: readonly BuildCandidate[];
  /** Reads the compiler input of a candidate. */
  load(candidate: BuildCandidate): Promise<Build>;
  /** Read only where the artifacts are not enough. */
  readonly outputs: BuildOutputs;
}
