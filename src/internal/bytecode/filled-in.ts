import {
  type CodeRange,
  type CodeTemplate,
  encodeCode,
  getLibraryRanges,
  type Side,
} from "../domain/code-template.ts";
import type { Difference } from "../report/model.ts";
import { OPCODE } from "./opcodes.ts";

/** A value that is filled in after compilation. */
export interface FilledIn extends CodeRange {
  readonly kind: "library" | "immutable";
  /** A library's `path:Name`, or the ID that the compiler assigned to an immutable. */
  readonly name: string;
  /** 0x-prefixed hex. */
  readonly value: string;
}

/** A library's own address in its runtime code (docs.soliditylang.org, "Call Protection For Libraries"). */
export const CALL_PROTECTION: CodeRange = { start: 1, length: 20 };
/** The value in compiled code. It remains in code that was put on chain without executing its creation code. */
export const UNPROTECTED = `0x${"00".repeat(20)}`;

/** Reads the address (0x hex) from `PUSH20 <own address> ADDRESS EQ` at the start of a library's runtime code. */
export function readCallProtection(code: Uint8Array): string | undefined {
  return code[0] === OPCODE.PUSH20 && code[21] === OPCODE.ADDRESS && code[22] === OPCODE.EQ
    ? encodeCode(code, 1, 21)
    : undefined;
}

/** Reads library addresses and immutables from on-chain bytecode. */
export function readFilledIn(
  onchain: Uint8Array,
  built: Uint8Array,
  { linkReferences, immutableReferences }: CodeTemplate,
): readonly FilledIn[] {
  const read = (kind: FilledIn["kind"], named: readonly (readonly [string, readonly CodeRange[]])[]) =>
    named.flatMap(([name, ranges]) =>
      ranges.flatMap(({ start, length }): readonly FilledIn[] => {
        const end = start + length;
        if (start < 0 || length < 0 || end > built.length || end > onchain.length) return [];
        // The compiler writes zeros wherever a value is filled in later, so a range that contains other bytes is wrong.
        if (built.subarray(start, end).some((byte) => byte !== 0)) return [];
        return [{ kind, name, start, length, value: encodeCode(onchain, start, end) }];
      }),
    );
  return [
    ...read("library", getLibraryRanges(linkReferences)),
    ...read("immutable", Object.entries(immutableReferences)),
  ];
}

const SHOWN_BYTES = 32;
/** Number of equal bytes shown before the first difference in a long range. */
const BYTES_BEFORE = 4;
/** Unrelated bytecodes differ in thousands of ranges; a few are enough to show that. */
const MAX_RANGES = 16;
/** Ranges at most this many bytes apart count as one difference, because short runs of equal bytes are coincidental. */
const MAX_GAP = 8;

export function describeDifference(
  side: Side,
  kind: Difference["kind"],
  range: CodeRange,
  built: Uint8Array,
  onchain: Uint8Array,
): Difference {
  const { start, length } = range;
  const from = findShownStart(range, built, onchain);
  const end = Math.min(start + length, from + SHOWN_BYTES);
  const shown = (code: Uint8Array): string =>
    `${encodeCode(code, from, end).replace("0x", from > start ? "0x…" : "0x")}${end < start + length ? "…" : ""}`;
  return { side, kind, offset: start, length, expected: shown(built), actual: shown(onchain) };
}

/** Returns the first byte of a range to show: the range's start, unless that would cut off the first difference. */
function findShownStart({ start, length }: CodeRange, built: Uint8Array, onchain: Uint8Array): number {
  if (length <= SHOWN_BYTES) return start;
  const first = built.subarray(start, start + length).findIndex((byte, at) => byte !== onchain[start + at]);
  return first < SHOWN_BYTES ? start : start + first - BYTES_BEFORE;
}

/** Finds the unmasked ranges in which two bytecodes differ. Joins ranges that are close to each other. */
export function findDifferingRanges(
  built: Uint8Array,
  onchain: Uint8Array,
  masked: (offset: number) => boolean,
): readonly CodeRange[] {
  const ranges: { start: number; length: number }[] = [];
  const end = Math.min(built.length, onchain.length);
  for (let offset = 0; offset < end; offset += 1) {
    if (built[offset] === onchain[offset] || masked(offset)) continue;
    const last = ranges.at(-1);
    if (last !== undefined && offset - (last.start + last.length) <= MAX_GAP)
      last.length = offset - last.start + 1;
    else if (ranges.length < MAX_RANGES) ranges.push({ start: offset, length: 1 });
    else break;
  }
  return ranges;
}
