import type { BuildCandidate, CandidateSet } from "../../build/model.ts";
import { readCandidates } from "../../build/read-candidates.ts";
import { selectContracts } from "../../build/select-contracts.ts";
import type { Run } from "../run.ts";

/** The build files, and those of their contracts that the user allows. */
export interface Builds {
  readonly set: CandidateSet;
  readonly candidates: readonly BuildCandidate[];
}

/** Builds: what there is to choose from. It comes first, so that a project that isn't built asks nobody anything. */
export async function readBuilds({ request }: Run): Promise<Builds> {
  const set = await readCandidates(request.buildLocation, request.projectRoot);
  return { set, candidates: selectContracts(set.candidates, request.contract, set.where) };
}
