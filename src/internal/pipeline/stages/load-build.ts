import type { CandidateSet } from "../../builds/candidate-set.ts";
import type { FittingBuild } from "../../builds/choose-build.ts";
import { unusableFile } from "../../builds/json-file.ts";
import type { Build, BuildCandidate } from "../../domain/build.ts";
import { VerifyContractError } from "../../errors/problem.ts";

/** A contract with the compiler input that it was made from. */
export interface LoadedBuild {
  readonly candidate: BuildCandidate;
  readonly compilation: Build;
}

/**
 * Loads the compiler input of a contract: of several builds that have it, of the first whose input is there, because a
 * deployment tool may have kept an artifact without it.
 *
 * @throws VC202 of the first, where none can be loaded.
 */
export async function loadBuild(
  set: CandidateSet,
  { candidate, repeats }: Pick<FittingBuild, "candidate" | "repeats">,
): Promise<LoadedBuild> {
  const errors: VerifyContractError[] = [];
  for (const each of [candidate, ...repeats]) {
    try {
      return { candidate: each, compilation: await loadOne(set, each) };
    } catch (error) {
      if (!(error instanceof VerifyContractError)) throw error;
      errors.push(error);
    }
  }
  throw errors[0];
}

async function loadOne(set: CandidateSet, candidate: BuildCandidate): Promise<Build> {
  const build = await set.load(candidate);
  if (Object.hasOwn(build.input.sources, candidate.inputSourceName)) return build;
  throw unusableFile(
    build.file,
    `its compiler input has no source ${candidate.inputSourceName}, so it is the build of other contracts`,
  );
}
