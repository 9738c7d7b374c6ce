import { breakTie, describeDifference } from "../../builds/break-tie.ts";
import type { CandidateSet } from "../../builds/candidate-set.ts";
import {
  chooseBuild,
  chooseByCreation,
  type FittingBuild,
  getOnlyBuild,
  listContracts,
} from "../../builds/choose-build.ts";
import { ifUnusable } from "../../builds/json-file.ts";
import {
  type RestoredSettings,
  restoredSettings,
  type Suggestions,
  suggestRemappings,
} from "../../builds/restored-settings.ts";
import { getContractKey } from "../../builds/same-contract.ts";
import { containsOtherAuxdata } from "../../bytecode/compare.ts";
import { type DeploymentFacts, isCreationVisible } from "../../chain/deployment-facts.ts";
import { findProvenCompilation, isDifferentLibrary } from "../../cross-check/compare/linked-library.ts";
import { getCurrentRecords } from "../../cross-check/compare/records-of-this.ts";
import type { LinkedLibrary } from "../../cross-check/evidence.ts";
import { DEPENDENCY } from "../../domain/package-source.ts";
import { isSourceless } from "../../domain/proxy.ts";
import { compileMetadata } from "../../solidity/compilers/recompile.ts";
import type { Run } from "../run.ts";
import {
  collectBuildLinks,
  createFinder,
  type FindLibrary,
  type LibraryCodes,
  readLibraries,
} from "./linked-libraries.ts";
import { type CompiledBuilds, type LoadedBuild, loadBuild, readWiderBuilds } from "./read-builds.ts";

export interface ChosenContract extends LinkedBuild {
  readonly kind: "chosen";
  readonly builds: CompiledBuilds;
  readonly build: FittingBuild;
  /** Undefined if the build has the deployed settings, or if no other settings are proven. */
  readonly restored: RestoredSettings | undefined;
  readonly identical: readonly FittingBuild[];
}

type ContractChoice =
  | ChosenContract
  | {
      readonly kind: "ambiguous";
      readonly fitting: readonly FittingBuild[];
      readonly differs: string | undefined;
    }
  | { readonly kind: "none"; readonly builds: CompiledBuilds };

/** Reads compiler outputs if the artifacts leave the choice uncertain, because an older build may match exactly. */
export async function chooseContract(
  run: Run,
  facts: DeploymentFacts,
  quick: CompiledBuilds,
): Promise<ContractChoice> {
  const first = chooseFrom(facts, quick);
  const found = getOnlyBuild(first);
  if (quick.readAll !== undefined) {
    // Another location may have a copy of the build that can be loaded.
    const chosen = isCertain(found)
      ? await loadChoice(run, facts, quick, found).catch(ifUnusable(undefined))
      : undefined;
    return chosen !== undefined && isSelfContained(chosen, facts)
      ? chosen
      : chooseContract(run, facts, await quick.readAll());
  }
  const { buildSource } = run.request;
  const { proxy } = run.findings;
  const isBytesOnly = proxy !== null && isSourceless(proxy.kind);
  if (isBytesOnly || buildSource.kind !== "build-files" || isCertain(found))
    return settleChoice(run, facts, quick, first);
  if (found !== undefined) {
    const chosen = await loadChoice(run, facts, quick, found).catch(ifUnusable(undefined));
    if (chosen?.restored !== undefined) return chosen;
  }
  const wider = await readWiderBuilds(run, buildSource);
  const choice = chooseFrom(facts, wider);
  // If the wider set of candidates only adds ties, the earlier choice is kept.
  return choice.length > 1 && found !== undefined && isAmong(found, choice)
    ? settleChoice(run, facts, quick, first)
    : settleChoice(run, facts, wider, choice);
}

export function chooseFrom(
  { runtimeBytecode, creation }: Pick<DeploymentFacts, "runtimeBytecode" | "creation">,
  { set, candidates = set.candidates }: Pick<CompiledBuilds, "set"> & Partial<CompiledBuilds>,
): readonly FittingBuild[] {
  const choice = chooseBuild(runtimeBytecode, creation?.initCode?.bytecode, candidates);
  set.onUsed?.(listContracts(choice));
  return choice;
}

/** A constructor may have written the code on chain, so the creation transaction's input is compared. */
function chooseWritten(
  { creation }: DeploymentFacts,
  { candidates, set }: CompiledBuilds,
): readonly FittingBuild[] {
  const initCode = creation?.doubt === undefined ? creation?.initCode : undefined;
  if (initCode === undefined || !isCreationVisible(creation)) return [];
  const choice = chooseByCreation(initCode.bytecode, candidates);
  set.onUsed?.(listContracts(choice));
  return choice;
}

/** If the code has no metadata hash, equal metadata proves nothing about the sources. */
function isCertain(found: FittingBuild | undefined): found is FittingBuild {
  if (found === undefined) return false;
  const { runtime, creation } = found;
  return runtime.sameMetadata && (runtime.hasMetadataHash || creation?.sameCode !== false);
}

/** True if a contract neither links libraries nor creates contracts, so other artifacts don't matter. */
function isSelfContained({ loaded }: ChosenContract, facts: DeploymentFacts): boolean {
  const { runtime, creation } = loaded.candidate;
  return (
    collectBuildLinks(loaded, facts).length === 0 &&
    !containsOtherAuxdata(runtime) &&
    !containsOtherAuxdata(creation)
  );
}

function isAmong({ candidate }: FittingBuild, builds: readonly FittingBuild[]): boolean {
  return builds.some((each) => getContractKey(each.candidate) === getContractKey(candidate));
}

/**
 * Chooses by proven settings, then by libraries on chain, then by the name in a deployment record. The remaining
 * contracts are equally valid: the first is taken if all have the same name or if the user passed `--pick-identical`.
 */
async function settleChoice(
  run: Run,
  facts: DeploymentFacts,
  builds: CompiledBuilds,
  choice: readonly FittingBuild[],
): Promise<ContractChoice> {
  if (choice.length === 0) {
    const written = chooseWritten(facts, builds);
    return written.length === 0 ? { kind: "none", builds } : settleChoice(run, facts, builds, written);
  }
  const found = getOnlyBuild(choice);
  if (found !== undefined) return loadChoice(run, facts, builds, found);
  const libraries = new Map<FittingBuild, readonly LinkedLibrary[]>();
  for (const build of choice) {
    const chosen = await loadChoice(run, facts, builds, build).catch(ifUnusable(undefined));
    if (chosen?.restored !== undefined) return chosen;
    if (chosen !== undefined) libraries.set(build, chosen.libraries);
    else if (Object.keys(build.runtime.libraries).length === 0) libraries.set(build, []);
  }
  const linked = selectMostAgreeing(choice, (build) => libraries.get(build));
  const { recorded, related } = run.request;
  const records = getCurrentRecords({ recorded, facts });
  const names = [...records.flatMap(({ contractName }) => contractName ?? []), ...(related?.names ?? [])];
  const fitting = breakTie(linked, facts.address, names);
  const sorted = sortOwnFirst(fitting);
  const [first, ...others] = sorted;
  if (first === undefined) return { kind: "none", builds };
  if (others.length === 0) return loadChoice(run, facts, builds, first);
  const isOneName = others.every(
    ({ candidate }) => candidate.fullyQualifiedName === first.candidate.fullyQualifiedName,
  );
  const differs = describeDifference(
    sorted,
    (build, name) => libraries.get(build)?.find((each) => each.name === name)?.compiled[0]?.template,
  );
  return differs === undefined && (isOneName || run.request.pickIdentical)
    ? loadChoice(run, facts, builds, first, others)
    : { kind: "ambiguous", fitting: sorted, differs };
}

async function loadChoice(
  run: Run,
  facts: DeploymentFacts,
  builds: CompiledBuilds,
  build: FittingBuild,
  identical: readonly FittingBuild[] = [],
): Promise<ChosenContract> {
  const codes = await readLibraries(run, facts, new Set(Object.values(build.runtime.libraries)));
  const linked = await loadLinked(builds.set, build, codes, run.request.projectRoot);
  const restored = await restoreSettings(run, builds.set, facts, build, linked.loaded);
  return { kind: "chosen", builds, build, ...linked, restored, identical };
}

/** Puts packages last. The sort is stable: builds with the same name keep their order. */
function sortOwnFirst(builds: readonly FittingBuild[]): readonly FittingBuild[] {
  const getName = ({ candidate }: FittingBuild): string => candidate.fullyQualifiedName;
  const isPackage = ({ candidate: { fullyQualifiedName, inputSourceName } }: FittingBuild): boolean =>
    DEPENDENCY.test(fullyQualifiedName) || DEPENDENCY.test(inputSourceName);
  return [...builds].sort(
    (a, b) =>
      Number(isPackage(a)) - Number(isPackage(b)) ||
      (getName(a) < getName(b) ? -1 : Number(getName(a) > getName(b))),
  );
}

/** Undefined unless the metadata hash on chain proves that the deployed settings differ from the build's. */
async function restoreSettings(
  { ports }: Run,
  set: CandidateSet,
  { runtimeBytecode, creation }: DeploymentFacts,
  build: FittingBuild,
  { candidate, compilation }: LoadedBuild,
): Promise<RestoredSettings | undefined> {
  const { sameMetadata, onchainIpfs, libraries } = build.runtime;
  if (sameMetadata || onchainIpfs === undefined) return undefined;
  set.onUsed?.(
    set.candidates.filter((each) => each.metadata !== undefined && each.buildFile === candidate.buildFile),
  );
  const onchain = { runtime: runtimeBytecode, creation: creation?.initCode?.bytecode };
  const restore = (suggested: Suggestions) =>
    restoredSettings({ ...build, candidate }, onchain, set.candidates, suggested);
  // Output files are large. They aren't opened if the artifacts include the metadata.
  const atHand = restore({ metadata: [], remappings: [] });
  if (atHand !== undefined) return atHand;
  const { input, file, compilerVersion } = compilation;
  const remappings = suggestRemappings(input, candidate.inputSourceName, await set.outputs.remappings());
  if (remappings.length === 0 && Object.keys(libraries).length === 0) return undefined;
  // Hardhat 3 doesn't request metadata from its compiler.
  const metadata = await set.outputs.metadata(file, () =>
    compileMetadata(ports.compile, input, compilerVersion, ports.signal),
  );
  return restore({ metadata, remappings });
}

export interface LinkedBuild {
  readonly loaded: LoadedBuild;
  readonly libraries: readonly LinkedLibrary[];
  readonly findLibrary: FindLibrary;
}

/**
 * Loads the first build whose libraries agree with the chain. If none agrees, loads the first build, and the check
 * `libraries` fails.
 */
export async function loadLinked(
  set: CandidateSet,
  build: FittingBuild,
  codes: LibraryCodes,
  projectRoot: string,
): Promise<LinkedBuild> {
  const addresses = Object.entries(build.runtime.libraries);
  const linked: LinkedBuild[] = [];
  for (const candidate of addresses.length === 0 ? [] : [build.candidate, ...build.repeats]) {
    const loaded = await loadBuild(set, { candidate, repeats: [] }).catch(ifUnusable(undefined));
    if (loaded === undefined) continue;
    const { inArtifacts, inAll } = createFinder(set, loaded, projectRoot);
    const libraries = await Promise.all(
      addresses.map(async ([name, address]): Promise<LinkedLibrary> => {
        const link = { name, address, linkedBy: "runtime code" } as const;
        const runtimeBytecode = codes.get(address);
        return { ...link, runtimeBytecode, ...(await inArtifacts(link, runtimeBytecode)) };
      }),
    );
    linked.push({ loaded, libraries, findLibrary: inAll });
    if (rateAgreement(libraries) === PROVEN) break;
  }
  const [best] = selectMostAgreeing(linked, ({ libraries }) => libraries);
  if (best !== undefined) return best;
  const loaded = await loadBuild(set, build);
  return { loaded, libraries: [], findLibrary: createFinder(set, loaded, projectRoot).inAll };
}

function selectMostAgreeing<T>(
  builds: readonly T[],
  librariesOf: (build: T) => readonly LinkedLibrary[] | undefined,
): readonly T[] {
  const rated = builds.map((build) => [build, rateAgreement(librariesOf(build))] as const);
  const best = Math.max(...rated.map(([, each]) => each));
  return rated.filter(([, each]) => each === best).map(([build]) => build);
}

const PROVEN = 2;

/** 0 if a different library is on chain, and 1 if the libraries can't be compared. */
function rateAgreement(libraries: readonly LinkedLibrary[] | undefined): 0 | 1 | typeof PROVEN {
  if (libraries === undefined) return 1;
  if (libraries.some(isDifferentLibrary)) return 0;
  return libraries.every((library) => findProvenCompilation(library) !== undefined) ? PROVEN : 1;
}
