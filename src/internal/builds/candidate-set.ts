import type { Build, BuildCandidate } from "../domain/build.ts";
import type { BuildOutputs } from "./build-outputs.ts";

export interface CandidateSet {
  /** Their locations, for messages: paths relative to the project. */
  readonly where: string;
  readonly candidates: readonly BuildCandidate[];
  load(candidate: BuildCandidate): Promise<Build>;
  /** Read only where the artifacts are not enough. */
  readonly outputs: Pick<BuildOutputs, keyof BuildOutputs>;
  /** Called with the contracts that a result depends on, besides those that are loaded. */
  readonly onUsed?: (candidates: readonly BuildCandidate[]) => void;
}
