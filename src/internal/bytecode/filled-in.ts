import {
  type CodeRange,
  type CodeTemplate,
  encodeCode,
  libraryRanges,
  type Side,
} from "../domain/code-template.ts";
import type { Difference } from "../report/model.ts";
import { OPCODE } from "./opcodes.ts";

interface NamedRange extends CodeRange {
  readonly name: string;
}

/** Values that are filled in after compilation. */
export interface FilledIn {
  /** All their ranges. */
  readonly ranges: readonly NamedRange[];
  /** 0x-hex, by name. */
  readonly values: Readonly<Record<string, string>>;
  /** Places where a name has another value than at its first place. */
  readonly differences: readonly Difference[];
}

/** The own address in a library's runtime code (docs.soliditylang.org, "Call Protection For Libraries"). */
export const CALL_PROTECTION: CodeRange = { start: 1, length: 20 };
/** As compiled: code that was set without a creation has it. */
export const UNPROTECTED = `0x${"00".repeat(20)}`;

/** The address, 0x-hex, in `PUSH20 <own address> ADDRESS EQ`: how a library's runtime code begins. */
export function callProtectionOf(code: Uint8Array): string | undefined {
  return code[0] === OPCODE.PUSH20 && code[21] === OPCODE.ADDRESS && code[22] === OPCODE.EQ
    ? encodeCode(code, 1, 21)
    : undefined;
}

/**
 * Reads the library addresses or the immutables from a code on chain. Names are `path:Name` of libraries, and the
 * compiler's ids of immutables.
 */
export function readFilledIn(
  kind: "library" | "immutable",
  side: Side,
  onchain: Uint8Array,
  built: Uint8Array,
  { linkReferences, immutableReferences }: CodeTemplate,
): FilledIn {
  const values = new Map<string, string>();
  const differences: Difference[] = [];
  const all: NamedRange[] = [];
  const named = kind === "library" ? libraryRanges(linkReferences) : Object.entries(immutableReferences);
  for (const [name, ranges] of named) {
    for (const range of ranges) {
      const end = range.start + range.length;
      if (range.start < 0 || range.length < 0 || end > built.length || end > onchain.length) continue;
      // The compiler leaves zeros where something is filled in; a range over other bytes is wrong.
      if (built.subarray(range.start, end).some((byte) => byte !== 0)) continue;
      all.push({ ...range, name });
      const value = encodeCode(onchain, range.start, end);
      if (!values.has(name)) values.set(name, value);
      if (values.get(name) !== value) differences.push(differenceAt(side, kind, range, built, onchain));
    }
  }
  return { ranges: all, values: Object.fromEntries(values), differences };
}

const SHOWN_BYTES = 32;
/** Equal bytes that are shown before a difference further on. */
const BYTES_BEFORE = 4;
/** An unrelated code differs in thousands of ranges; a few are enough to show that. */
const MOST_RANGES = 16;
/** Ranges this many bytes apart are one difference: short runs of equal bytes are coincidence. */
const LARGEST_GAP = 8;

/** Describes the difference of two codes in one range. */
export function differenceAt(
  side: Side,
  kind: Difference["kind"],
  range: CodeRange,
  built: Uint8Array,
  onchain: Uint8Array,
): Difference {
  const { start, length } = range;
  const from = shownFrom(range, built, onchain);
  const end = Math.min(start + length, from + SHOWN_BYTES);
  const shown = (code: Uint8Array): string =>
    `${encodeCode(code, from, end).replace("0x", from > start ? "0x…" : "0x")}${end < start + length ? "…" : ""}`;
  return { side, kind, offset: start, length, expected: shown(built), actual: shown(onchain) };
}

/** The first shown byte of a range: its start, unless the first difference would then be cut off. */
function shownFrom({ start, length }: CodeRange, built: Uint8Array, onchain: Uint8Array): number {
  if (length <= SHOWN_BYTES) return start;
  const first = built.subarray(start, start + length).findIndex((byte, at) => byte !== onchain[start + at]);
  return first < SHOWN_BYTES ? start : start + first - BYTES_BEFORE;
}

/** Finds the unmasked ranges in which two codes differ, and joins near ones. */
export function differingRanges(
  built: Uint8Array,
  onchain: Uint8Array,
  masked: (offset: number) => boolean,
): readonly CodeRange[] {
  const ranges: { start: number; length: number }[] = [];
  const end = Math.min(built.length, onchain.length);
  for (let offset = 0; offset < end; offset += 1) {
    if (built[offset] === onchain[offset] || masked(offset)) continue;
    const last = ranges.at(-1);
    if (last !== undefined && offset - (last.start + last.length) <= LARGEST_GAP)
      last.length = offset - last.start + 1;
    else if (ranges.length < MOST_RANGES) ranges.push({ start: offset, length: 1 });
    else break;
  }
  return ranges;
}
