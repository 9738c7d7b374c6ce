import type { BuildSource } from "../../builds/build-source.ts";
import type { CandidateSet } from "../../builds/candidate-set.ts";
import type { FittingBuild } from "../../builds/choose-build.ts";
import { unusableFile } from "../../builds/json-file.ts";
import type { GivenInput } from "../../builds/readers/standard-json-input.ts";
import { selectContracts } from "../../builds/select-contracts.ts";
import type { Build, BuildCandidate } from "../../domain/build.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import type { VerifyRequest } from "../request.ts";
import type { Run } from "../run.ts";

export interface CompiledBuilds {
  readonly kind: "compiled";
  readonly set: CandidateSet;
  readonly candidates: readonly BuildCandidate[];
  /** Reads the other contracts' artifacts too. Undefined if they have already been read. */
  readonly readAll?: () => Promise<CompiledBuilds>;
}

type BuildFiles = Extract<BuildSource, { kind: "build-files" }>;

export type Builds =
  | CompiledBuilds
  /** A single compiler input. */
  | ({ readonly kind: "given" } & GivenInput);

/** This is the first stage, so a project without builds sends no request. */
export async function readBuilds(run: Run): Promise<Builds | undefined> {
  return run.request.action === "check" ? readBuildsIfAny(run) : readAny(run);
}

/** Undefined if the project has no usable build and the user didn't specify one. */
export async function readBuildsIfAny(run: Run): Promise<Builds | undefined> {
  try {
    return await readAny(run);
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

/** If the user specified the build, no other build may be used. */
export function isBuildNamed({ buildSource, contract }: VerifyRequest): boolean {
  return contract !== undefined || buildSource.kind === "standard-json-input" || buildSource.isNamed;
}

async function readAny({ request, ports }: Run): Promise<Builds> {
  const { buildStep, buildSource, contract, projectRoot } = request;
  switch (buildSource.kind) {
    case "build-files": {
      if (buildSource.isNamed) await ports.builds.refuseMissing(buildSource.locations, projectRoot);
      const { locations } = buildSource;
      const all = async (): Promise<CompiledBuilds> => {
        const set = await ports.builds.read(locations, projectRoot, buildStep);
        return selectNamed(set, contract) ?? readWiderBuilds({ request, ports }, buildSource);
      };
      const named =
        contract === undefined ? undefined : await ports.builds.readNamed(locations, projectRoot, contract);
      const selected = named && selectNamed(named, contract);
      return selected === undefined ? all() : { ...selected, readAll: all };
    }
    case "standard-json-input": {
      const { file, compilerVersion } = buildSource;
      return { kind: "given", ...(await ports.builds.readInput(file, compilerVersion, contract)) };
    }
  }
}

/** Outputs are large, so they are read only if the artifacts don't identify the contract. @throws VC110 */
export async function readWiderBuilds(
  { request, ports }: Pick<Run, "request" | "ports">,
  { locations, isNamed }: BuildFiles,
): Promise<CompiledBuilds> {
  const { buildStep, contract, projectRoot } = request;
  const set = await ports.builds.readWider(locations, projectRoot, !isNamed);
  return {
    kind: "compiled",
    set,
    candidates: selectContracts(set.candidates, contract, set.where, buildStep),
  };
}

function selectNamed(set: CandidateSet, contract: string | undefined): CompiledBuilds | undefined {
  try {
    return { kind: "compiled", set, candidates: selectContracts(set.candidates, contract, set.where) };
  } catch (error) {
    if (error instanceof VerifyContractError && error.code === "VC110") return undefined;
    throw error;
  }
}

export interface LoadedBuild {
  readonly candidate: BuildCandidate;
  readonly compilation: Build;
}

/** A deployment tool may have kept an artifact without its input. @throws VC202 if no build can be loaded */
export async function loadBuild(
  set: CandidateSet,
  { candidate, repeats }: Pick<FittingBuild, "candidate" | "repeats">,
): Promise<LoadedBuild> {
  const errors: VerifyContractError[] = [];
  for (const each of [candidate, ...repeats]) {
    try {
      const compilation = await set.load(each);
      if (Object.hasOwn(compilation.input.sources, each.inputSourceName))
        return { candidate: each, compilation };
      const reason = `its compiler input has no source ${each.inputSourceName}, so it is a build of different contracts`;
      throw unusableFile(compilation.file, reason);
    } catch (error) {
      if (!(error instanceof VerifyContractError)) throw error;
      errors.push(error);
    }
  }
  throw errors[0];
}
