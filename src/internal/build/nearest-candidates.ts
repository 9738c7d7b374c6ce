import { codeLength, decodeCode } from "../bytecode/code.ts";
import { compareCode } from "../bytecode/compare.ts";
import type { Difference } from "../bytecode/difference.ts";
import { findMetadataSections } from "../bytecode/metadata-sections.ts";
import type { BuildCandidate } from "./model.ts";

/** A candidate that does not fit, and what differs. */
export interface NearCandidate {
  readonly candidate: BuildCandidate;
  /** One line. */
  readonly summary: string;
  readonly differences: readonly Difference[];
}

/** Part of the best one's likeness: what has less has only the compiler's own constants in common. */
const LEAST_LIKENESS = 0.5;

const PUSH1 = 0x60;
const PUSH4 = 0x63;
const PUSH32 = 0x7f;

/**
 * The candidates most like the code on chain, best first. Likeness is that of the function selectors, which stay the
 * same under other compiler settings, then that of the length.
 */
export function nearestCandidates(
  runtimeBytecode: string,
  candidates: readonly BuildCandidate[],
  most = 3,
): readonly NearCandidate[] {
  const onchain = decodeCode(runtimeBytecode);
  if (onchain === undefined) return [];
  const wanted = pushedSelectors(onchain);
  const alike = candidates.map((candidate) => ({
    candidate,
    likeness: likeness(onchain, wanted, candidate),
  }));
  const best = Math.max(0, ...alike.map((near) => near.likeness));
  return alike
    .filter((near) => near.likeness > best * LEAST_LIKENESS)
    .sort(
      (a, b) =>
        b.likeness - a.likeness || (a.candidate.fullyQualifiedName < b.candidate.fullyQualifiedName ? -1 : 1),
    )
    .slice(0, most)
    .map(({ candidate }) => {
      const comparison = compareCode("runtime", runtimeBytecode, candidate.runtime);
      const differences = comparison?.differences ?? [];
      return { candidate, differences, summary: summarise(onchain, candidate, differences) };
    });
}

function likeness(onchain: Uint8Array, wanted: ReadonlySet<number>, candidate: BuildCandidate): number {
  const code = decodeCode(candidate.runtime.object);
  if (code === undefined) return 0;
  const pushed = pushedSelectors(code);
  const shared = wanted.intersection(pushed).size;
  const all = wanted.union(pushed).size;
  const length = Math.min(code.length, onchain.length) / Math.max(code.length, onchain.length, 1);
  return all === 0 ? length / 100 : shared === 0 ? 0 : shared / all + length / 100;
}

/** What PUSH4 puts on the stack: function selectors, mostly. The data of other instructions is passed over. */
function pushedSelectors(code: Uint8Array): ReadonlySet<number> {
  const selectors = new Set<number>();
  const view = new DataView(code.buffer, code.byteOffset, code.byteLength);
  const end = findMetadataSections(code).at(-1)?.offset ?? code.length;
  for (let offset = 0; offset < end; offset += 1) {
    const opcode = code[offset] ?? 0;
    if (opcode === PUSH4 && offset + 4 < code.length) selectors.add(view.getUint32(offset + 1));
    if (opcode >= PUSH1 && opcode <= PUSH32) offset += opcode - PUSH1 + 1;
  }
  return selectors;
}

function summarise(
  onchain: Uint8Array,
  candidate: BuildCandidate,
  differences: readonly Difference[],
): string {
  const parts: string[] = [];
  const built = codeLength(candidate.runtime.object);
  if (built !== onchain.length)
    parts.push(`the code on chain has ${onchain.length} bytes, this has ${built}`);
  else {
    const code = differences.filter((difference) => difference.kind === "code");
    const bytes = code.reduce((sum, difference) => sum + difference.length, 0);
    const [first] = code;
    if (first !== undefined)
      parts.push(`${bytes} ${bytes === 1 ? "byte" : "bytes"} of code from byte ${first.offset}`);
    for (const kind of ["immutable", "library"] as const) {
      if (differences.some((difference) => difference.kind === kind))
        parts.push(`${kind} values that contradict each other`);
    }
  }
  const theirs = compilerOf(onchain);
  const ours = compilerOf(decodeCode(candidate.runtime.object) ?? new Uint8Array());
  if (theirs !== undefined && ours !== undefined && theirs !== ours) {
    parts.push(`solc ${theirs} on chain, ${ours} here`);
  }
  return parts.join("; ");
}

function compilerOf(code: Uint8Array): string | undefined {
  return findMetadataSections(code).at(-1)?.solcVersion;
}
