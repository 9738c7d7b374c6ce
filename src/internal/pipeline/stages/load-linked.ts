import type { CandidateSet } from "../../builds/candidate-set.ts";
import type { FittingBuild } from "../../builds/choose-build.ts";
import { isOtherLibrary, shownAs } from "../../cross-check/compare/linked-library.ts";
import type { LinkedLibrary } from "../../cross-check/evidence.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { type FindLibrary, librariesOfBuild } from "./libraries-of-build.ts";
import { type LoadedBuild, loadBuild } from "./load-build.ts";
import type { LibraryCodes } from "./read-libraries.ts";

/** A loaded build with the libraries that the runtime code on chain is linked with. */
export interface LinkedBuild {
  readonly loaded: LoadedBuild;
  readonly libraries: readonly LinkedLibrary[];
  /** In all builds. */
  readonly findLibrary: FindLibrary;
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
  const addresses = Object.entries(build.runtime.libraries);
  const linked: LinkedBuild[] = [];
  for (const candidate of addresses.length === 0 ? [] : [build.candidate, ...build.repeats]) {
    const loaded = await loadBuild(set, { candidate, repeats: [] }).catch(undefinedIfUnusable);
    if (loaded === undefined) continue;
    const { inArtifacts, inAll } = librariesOfBuild(set, loaded, projectRoot);
    const libraries = await Promise.all(
      addresses.map(async ([name, address]): Promise<LinkedLibrary> => {
        const link = { name, address, linkedBy: "runtime code" } as const;
        const runtimeBytecode = codes.get(address);
        return { ...link, runtimeBytecode, ...(await inArtifacts(link, runtimeBytecode)) };
      }),
    );
    linked.push({ loaded, libraries, findLibrary: inAll });
    if (agreement(libraries) === PROVEN) break;
  }
  const [best] = mostAgreeing(linked, ({ libraries }) => libraries);
  if (best !== undefined) return best;
  const loaded = await loadBuild(set, build);
  return { loaded, libraries: [], findLibrary: librariesOfBuild(set, loaded, projectRoot).inAll };
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
  if (libraries === undefined) return 1;
  if (libraries.some(isOtherLibrary)) return 0;
  return libraries.every((library) => shownAs(library) !== undefined) ? PROVEN : 1;
}
