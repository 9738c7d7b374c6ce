import { areIdentical, breakTie } from "../../builds/break-tie.ts";
import { type Choice, chooseBuild, type FittingBuild } from "../../builds/choose-build.ts";
import type { RestoredSettings } from "../../builds/restored-settings.ts";
import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import { currentRecords } from "../../cross-check/compare/records-of-this.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import type { Run } from "../run.ts";
import { type LoadedBuild, loadBuild } from "./load-build.ts";
import { type CompiledBuilds, readWiderBuilds } from "./read-builds.ts";
import { restoreSettings } from "./restore-settings.ts";

/** The contract whose code is on chain, and what it was compiled from. */
export interface ChosenContract {
  readonly kind: "chosen";
  /** From which it was chosen. */
  readonly builds: CompiledBuilds;
  readonly build: FittingBuild;
  readonly loaded: LoadedBuild;
  /** Undefined where the build is as deployed, and where nothing proves other settings. */
  readonly restored: RestoredSettings | undefined;
  /** Others that are as true, where one of them was taken. */
  readonly identical: readonly FittingBuild[];
}

export type ContractChoice =
  | ChosenContract
  | { readonly kind: "ambiguous"; readonly fitting: readonly FittingBuild[] }
  | { readonly kind: "none"; readonly builds: CompiledBuilds };

/**
 * Chooses the contract that is on chain. Where what is quick to read has none that is certain, compiler outputs are read
 * too: that of an older build may be exact where an artifact has the same code and other metadata.
 *
 * @throws VC202 where its compiler input can't be loaded.
 */
export async function chooseContract(
  run: Run,
  facts: DeploymentFacts,
  quick: CompiledBuilds,
): Promise<ContractChoice> {
  const first = chooseFrom(facts, quick);
  const { buildSource } = run.request;
  const isSourceless = run.draft.proxy?.kind === "EIP-1167";
  const isCertain = first.kind === "found" && first.build.runtime.sameMetadata;
  if (isSourceless || buildSource.kind !== "build-files" || isCertain)
    return settle(run, facts, quick, first);
  if (first.kind === "found") {
    const chosen = await take(run, facts, quick, first.build).catch(undefinedIfUnusable);
    if (chosen?.restored !== undefined) return chosen;
  }
  const wider = await readWiderBuilds(run, buildSource);
  const choice = chooseFrom(facts, wider);
  // Several that are no better leave it at the one that was found.
  return choice.kind === "ambiguous" && first.kind === "found"
    ? settle(run, facts, quick, first)
    : settle(run, facts, wider, choice);
}

function chooseFrom({ runtimeBytecode, creation }: DeploymentFacts, { candidates }: CompiledBuilds): Choice {
  return chooseBuild(runtimeBytecode, creation?.creationBytecode, candidates);
}

/**
 * Of several with the same code: the one whose settings the metadata's hash proves, else the one that a deployment record
 * names. What is left are contracts that are as true as each other: the first is taken where its name is no question, or
 * where that was asked for.
 */
async function settle(
  run: Run,
  facts: DeploymentFacts,
  builds: CompiledBuilds,
  choice: Choice,
): Promise<ContractChoice> {
  if (choice.kind === "none") return { kind: "none", builds };
  if (choice.kind === "found") return take(run, facts, builds, choice.build);
  for (const build of choice.builds) {
    const chosen = await take(run, facts, builds, build).catch(undefinedIfUnusable);
    if (chosen?.restored !== undefined) return chosen;
  }
  const records = currentRecords({ recorded: run.request.recorded, facts });
  const names = records.flatMap(({ contractName }) => contractName ?? []);
  const fitting = breakTie(choice.builds, facts.address, names);
  const [first, ...others] = sortedByName(fitting);
  if (first === undefined) return { kind: "none", builds };
  if (others.length === 0) return take(run, facts, builds, first);
  const isOneName = others.every(
    ({ candidate }) => candidate.fullyQualifiedName === first.candidate.fullyQualifiedName,
  );
  return areIdentical(fitting) && (isOneName || run.request.pickIdentical)
    ? take(run, facts, builds, first, others)
    : { kind: "ambiguous", fitting };
}

async function take(
  run: Run,
  facts: DeploymentFacts,
  builds: CompiledBuilds,
  build: FittingBuild,
  identical: readonly FittingBuild[] = [],
): Promise<ChosenContract> {
  const loaded = await loadBuild(builds.set, build);
  const restored = await restoreSettings(run, builds.set, facts, build, loaded);
  return { kind: "chosen", builds, build, loaded, restored, identical };
}

/** Stable: builds of one name stay in the order of their places. */
function sortedByName(builds: readonly FittingBuild[]): readonly FittingBuild[] {
  const nameOf = ({ candidate }: FittingBuild): string => candidate.fullyQualifiedName;
  return [...builds].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0));
}

function undefinedIfUnusable(error: unknown): undefined {
  if (!(error instanceof VerifyContractError)) throw error;
}
