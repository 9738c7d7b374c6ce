import type { CandidateSet } from "../../builds/candidate-set.ts";
import type { FittingBuild } from "../../builds/choose-build.ts";
import { isOwnLibrary } from "../../cross-check/compare/own-library.ts";
import type { LinkedLibrary } from "../../cross-check/evidence.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { librariesOfBuild } from "./libraries-of-build.ts";
import { type LoadedBuild, loadBuild } from "./load-build.ts";
import type { LibraryCodes } from "./read-libraries.ts";

/** A loaded build with the libraries that the code on chain is linked with. */
export interface LinkedBuild {
  readonly loaded: LoadedBuild;
  readonly libraries: readonly LinkedLibrary[];
}

/**
 * Loads the compiler input of a contract: of several builds that have it, of the first whose libraries are those on
 * chain. Where none has them, the first is loaded, and the check `libraries` fails.
 *
 * @param codes The code at each linked address.
 * @param projectRoot For paths in messages.
 * @throws VC202 of the first, where none can be loaded.
 */
export async function loadLinked(
  set: CandidateSet,
  build: FittingBuild,
  codes: LibraryCodes,
  projectRoot: string,
): Promise<LinkedBuild> {
  const addresses = build.runtime.libraries;
  if (Object.keys(addresses).length === 0) return { loaded: await loadBuild(set, build), libraries: [] };
  const linked: LinkedBuild[] = [];
  for (const candidate of [build.candidate, ...build.repeats]) {
    const loaded = await loadBuild(set, { candidate, repeats: [] }).catch(undefinedIfUnusable);
    if (loaded === undefined) continue;
    const named = await librariesOfBuild(set, loaded, addresses, projectRoot);
    const libraries = named.map((each) => ({ ...each, runtimeBytecode: codes.get(each.address) }));
    linked.push({ loaded, libraries });
    if (agreement(libraries) === PROVEN) break;
  }
  const [best] = mostAgreeing(linked, ({ libraries }) => libraries);
  return best ?? { loaded: await loadBuild(set, build), libraries: [] };
}

/** For a build among others, of which one can't be loaded. */
export function undefinedIfUnusable(error: unknown): undefined {
  if (!(error instanceof VerifyContractError)) throw error;
}

/** Those whose libraries agree best with the chain, in their order. */
export function mostAgreeing<T>(
  builds: readonly T[],
  librariesOf: (build: T) => readonly LinkedLibrary[] | undefined,
): readonly T[] {
  const rated = builds.map((build) => [build, agreement(librariesOf(build))] as const);
  const best = Math.max(...rated.map(([, each]) => each));
  return rated.filter(([, each]) => each === best).map(([build]) => build);
}

const PROVEN = 2;

/** 0 for another library on chain, 1 for one that can't be compared. */
function agreement(libraries: readonly LinkedLibrary[] | undefined): 0 | 1 | typeof PROVEN {
  const own = libraries?.map(isOwnLibrary) ?? [undefined];
  return own.includes(false) ? 0 : own.includes(undefined) ? 1 : PROVEN;
}
