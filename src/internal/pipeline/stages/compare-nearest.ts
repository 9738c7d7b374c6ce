import { id } from "ethers/hash";

import type { CandidateSet } from "../../builds/candidate-set.ts";
import { sourceLine } from "../../bytecode/layout/source-line.ts";
import { signaturesOfAbi } from "../../cross-check/compare/signatures-of-abi.ts";
import type { Build, BuildCandidate } from "../../domain/build.ts";
import { decodeCode } from "../../domain/code-template.ts";
import type { CodeComparison } from "../../report/model.ts";

/**
 * The code on chain beside the nearest contract of the build, for a report that shows where they part.
 *
 * @param build Undefined where its file can't be read: then no source line is known.
 */
export async function compareNearest(
  runtime: string,
  candidate: BuildCandidate,
  set: CandidateSet,
  build: Build | undefined,
): Promise<CodeComparison | undefined> {
  // Only a mismatch needs it, and the package that it loads.
  const { compareListing } = await import("../../bytecode/layout/compare-listing.ts");
  const named = set.candidates.slice(0, MOST_CANDIDATES);
  set.onUsed?.(named);
  const listing = compareListing(runtime, candidate.runtime, selectorsOf(named));
  if (listing === undefined) return undefined;
  const sourceMap = build === undefined ? undefined : await set.outputs.sourceMapOf(build, candidate);
  const code = decodeCode(candidate.runtime.object);
  const { places, ...rest } = listing;
  return {
    contract: candidate.fullyQualifiedName,
    ...rest,
    places: places.map(({ at, ...place }) => {
      const source =
        build === undefined || sourceMap === undefined || code === undefined
          ? undefined
          : sourceLine(code, at, sourceMap, build.input.sources);
      return source === undefined ? place : { ...place, source };
    }),
  };
}

/** More candidates are whole package trees; the names of their functions are no help. */
const MOST_CANDIDATES = 200;

/** The functions of the project by selector. */
function selectorsOf(candidates: readonly BuildCandidate[]): ReadonlyMap<string, string> {
  const signatures = new Set(candidates.flatMap(({ abi }) => [...signaturesOfAbi(abi, "function").known]));
  return new Map([...signatures].map((signature) => [id(signature).slice(2, 10), signature]));
}
