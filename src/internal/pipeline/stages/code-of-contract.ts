import type { CandidateSet } from "../../builds/candidate-set.ts";
import { findSourceLine } from "../../bytecode/layout/code-origins.ts";
import {
  createCreationLayout,
  createRuntimeLayout,
  sortParts,
} from "../../bytecode/layout/runtime-layout.ts";
import { listSignatures } from "../../cross-check/compare/abi-entries.ts";
import type { Build, BuildCandidate } from "../../domain/build.ts";
import { type CodeTemplate, decodeCode } from "../../domain/code-template.ts";
import { hashText } from "../../domain/keccak.ts";
import type { CodeComparison, CodePart, ContractCode } from "../../report/model.ts";
import { withoutUndefined } from "../../text/is-object.ts";

export function describeChainCode(runtime: string): ContractCode | undefined {
  const layout = createRuntimeLayout(runtime);
  return layout && { runtime: layout };
}

/** @param nameOf Returns the user's name for a library in the link references. */
export function describeBuildCode(
  { runtime, creation }: { readonly runtime: string; readonly creation: string | undefined },
  template: { readonly runtime: CodeTemplate; readonly creation: CodeTemplate },
  nameOf: (library: string) => string,
): ContractCode | undefined {
  const layout = createRuntimeLayout(runtime, template.runtime);
  if (layout === undefined) return undefined;
  const created = creation === undefined ? undefined : createCreationLayout(creation, template);
  const named = ({ kind, name, ...rest }: CodePart): CodePart =>
    withoutUndefined({ kind, ...rest, name: name !== undefined && kind === "library" ? nameOf(name) : name });
  return withoutUndefined({ runtime: { ...layout, parts: layout.parts.map(named) }, creation: created });
}

export function addComparison(code: ContractCode, comparison: CodeComparison): ContractCode {
  const differing = comparison.segments
    .filter(({ kind }) => kind === "differs")
    .map(({ onChain: [start = 0, length = 0] }): CodePart => ({ kind: "differs", start, length }));
  const parts = sortParts([...code.runtime.parts, ...differing]);
  return { ...code, runtime: { ...code.runtime, parts }, comparison };
}

/** @param build Undefined if its file can't be read. In that case, the source lines are unknown. */
export async function compareNearest(
  runtime: string,
  candidate: BuildCandidate,
  set: CandidateSet,
  build: Build | undefined,
): Promise<CodeComparison | undefined> {
  // Loaded lazily: only a mismatch needs this module and its package.
  const { compareListing } = await import("../../bytecode/layout/compare-listing.ts");
  const named = set.candidates.slice(0, MOST_CANDIDATES);
  set.onUsed?.(named);
  const listing = compareListing(runtime, candidate.runtime, collectSelectors(named));
  if (listing === undefined) return undefined;
  const sourceMap = build === undefined ? undefined : await set.outputs.sourceMapOf(build, candidate);
  const code = decodeCode(candidate.runtime.object);
  const findSource = (at: number) =>
    build === undefined || sourceMap === undefined || code === undefined
      ? undefined
      : findSourceLine(code, at, sourceMap, build.input.sources);
  const places = listing.places.map(({ at, ...place }) =>
    withoutUndefined({ ...place, source: findSource(at) }),
  );
  return { contract: candidate.fullyQualifiedName, ...listing, places };
}

/** A larger set also contains all contracts from packages, whose function names aren't useful. */
const MOST_CANDIDATES = 200;

function collectSelectors(candidates: readonly BuildCandidate[]): ReadonlyMap<string, string> {
  const signatures = new Set(candidates.flatMap(({ abi }) => [...listSignatures(abi, "function").known]));
  return new Map([...signatures].map((signature) => [hashText(signature).slice(2, 10), signature]));
}
