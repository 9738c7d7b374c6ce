import type { BuildCandidate, CandidateSet } from "../../build/model.ts";
import { type GivenInput, readStandardJsonInput } from "../../build/readers/standard-json-input.ts";
import { selectContracts } from "../../build/select-contracts.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import type { VerifyRequest } from "../request.ts";
import type { Run } from "../run.ts";

/** What could be on chain. */
export type Builds =
  /** The build files, and those of their contracts that the user allows. */
  | {
      readonly kind: "compiled";
      readonly set: CandidateSet;
      readonly candidates: readonly BuildCandidate[];
    }
  /** One compiler input, of which the user says what it is. */
  | ({ readonly kind: "given" } & GivenInput);

/** The same for a check, which needs no build: undefined where the project has none that can be used, and the user named none. */
export async function readBuildsIfAny(run: Run): Promise<Builds | undefined> {
  try {
    return await readBuilds(run);
  } catch (error) {
    if (
      !isBuildNamed(run.request) &&
      error instanceof VerifyContractError &&
      ["VC201", "VC202"].includes(error.code)
    )
      return undefined;
    throw error;
  }
}

/** Whether the user says what the build is: then it has to be the one. */
export function isBuildNamed({ buildSource, contract }: VerifyRequest): boolean {
  return contract !== undefined || buildSource.kind === "standard-json-input" || buildSource.isNamed;
}

/** Builds: what there is to choose from. It comes first, so that a project that isn't built asks nobody anything. */
export async function readBuilds({ request, ports }: Run): Promise<Builds> {
  const { buildCommand, buildSource, contract, projectRoot } = request;
  switch (buildSource.kind) {
    case "build-files": {
      const set = await ports.builds.read(buildSource.locations, projectRoot, buildCommand);
      return {
        kind: "compiled",
        set,
        candidates: selectContracts(set.candidates, contract, set.where, buildCommand),
      };
    }
    case "standard-json-input": {
      const { file, compilerVersion } = buildSource;
      return { kind: "given", ...(await readStandardJsonInput(file, compilerVersion, contract)) };
    }
  }
}
