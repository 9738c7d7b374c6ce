import type { Build, BuildCandidate } from "../domain/build.ts";
import type { BuildOutputs } from "./build-outputs.ts";

export interface CandidateSet {
  /** The locations as messages show them: paths relative to the project. */
  readonly where: string;
  readonly candidates: readonly BuildCandidate[];
  load(candidate: BuildCandidate): Promise<Build>;
  /** Read only if the artifacts aren't enough. */
  readonly outputs: Pick<BuildOutputs, keyof BuildOutputs>;
  /** Called with the contracts that a result depends on, except for contracts that are already loaded. */
  readonly onUsed?: (candidates: readonly BuildCandidate[]) => void;
}
