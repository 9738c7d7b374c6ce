import type { Build, BuildCandidate } from "../domain/build.ts";
import type { BuildOutputs } from "./build-outputs.ts";

/** A contract that a reader found, with the way to its compiler input, which is not opened before it is needed. */
export interface FoundContract {
  readonly candidate: BuildCandidate;
  readonly load: () => Promise<Build>;
  /** Its tool's build-info is gone: the same contract of another file is better. */
  readonly lacksBuildInfo?: boolean;
}

/** Contracts that readers found, without having opened their compiler inputs. */
export interface CandidateSet {
  /** Where they come from, for messages: a path relative to the project. */
  readonly where: string;
  readonly candidates: readonly BuildCandidate[];
  /** Reads the compiler input of a candidate. */
  load(candidate: BuildCandidate): Promise<Build>;
  /** What is read only where the artifacts don't say enough. */
  readonly outputs: BuildOutputs;
}
