import type { Build, BuildCandidate } from "../domain/build.ts";

/** A contract that a reader found. Its compiler input is loaded on demand. */
export interface FoundContract {
  readonly candidate: BuildCandidate;
  readonly load: () => Promise<Build>;
  /** Its build-info is missing: the same contract from another file is preferred. */
  readonly lacksBuildInfo?: boolean;
}
