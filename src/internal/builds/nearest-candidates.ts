import { compareCode } from "../bytecode/compare.ts";
import { findFunctionSelectors } from "../bytecode/explain/traits.ts";
import { decodeInstructions } from "../bytecode/opcodes.ts";
import type { BuildCandidate } from "../domain/build.ts";
import { decodeCode } from "../domain/code-template.ts";

/** Minimum fraction of the best similarity. Less similar candidates share only the compiler's own constants. */
const MIN_LIKENESS = 0.5;

/** Compares function selectors, which don't depend on compiler settings, and then the code's length. */
export function findNearestCandidates(
  runtimeBytecode: string,
  candidates: readonly BuildCandidate[],
  limit = 3,
) {
  const onchain = decodeCode(runtimeBytecode);
  if (onchain === undefined) return [];
  const wanted = findFunctionSelectors(decodeInstructions(onchain));
  const alike = candidates.map((candidate) => ({
    candidate,
    likeness: computeLikeness(onchain, wanted, candidate),
  }));
  const best = Math.max(0, ...alike.map((near) => near.likeness));
  return alike
    .filter((near) => near.likeness > best * MIN_LIKENESS)
    .sort(
      (a, b) =>
        b.likeness - a.likeness || (a.candidate.fullyQualifiedName < b.candidate.fullyQualifiedName ? -1 : 1),
    )
    .slice(0, limit)
    .map(({ candidate }) => {
      const comparison = compareCode("runtime", runtimeBytecode, candidate.runtime);
      return { candidate, differences: comparison?.differences ?? [] };
    });
}

function computeLikeness(
  onchain: Uint8Array,
  wanted: ReadonlySet<string>,
  candidate: BuildCandidate,
): number {
  const code = decodeCode(candidate.runtime.object);
  if (code === undefined) return 0;
  const pushed = findFunctionSelectors(decodeInstructions(code));
  const shared = wanted.intersection(pushed).size;
  const all = wanted.union(pushed).size;
  const length = Math.min(code.length, onchain.length) / Math.max(code.length, onchain.length, 1);
  return all === 0 ? length / 100 : shared === 0 ? 0 : shared / all + length / 100;
}
