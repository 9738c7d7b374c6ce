import { encodeCode, type Side } from "../domain/code-template.ts";

/** What kind of bytes differ. Only `length` and `code` mean that another program runs. */
export type DifferenceKind =
  | "length"
  | "code"
  | "metadata"
  | "library"
  | "immutable"
  | "call-protection"
  | "constructor-arguments";

/** One range of bytes in which the code on chain differs from a build. */
export interface Difference {
  readonly side: Side;
  readonly kind: DifferenceKind;
  /** Bytes from the start of the code. */
  readonly offset: number;
  /** Bytes. */
  readonly length: number;
  /** Of the build, 0x-hex, shortened. */
  readonly expected: string;
  /** On chain, 0x-hex, shortened. */
  readonly actual: string;
}

const SHOWN_BYTES = 32;
/** A code that is quite another one differs in thousands of places; the first ones are enough to see that. */
const MOST_RANGES = 16;
/** Bytes that happen to agree between two differing ones belong to the same difference. */
const LARGEST_GAP = 8;

/** Makes a difference of the same range in two codes. */
export function differenceAt(
  side: Side,
  kind: DifferenceKind,
  range: { readonly start: number; readonly length: number },
  built: Uint8Array,
  onchain: Uint8Array,
): Difference {
  const end = range.start + Math.min(range.length, SHOWN_BYTES);
  const more = range.length > SHOWN_BYTES ? "…" : "";
  return {
    side,
    kind,
    offset: range.start,
    length: range.length,
    expected: encodeCode(built, range.start, end) + more,
    actual: encodeCode(onchain, range.start, end) + more,
  };
}

/** Finds the ranges in which two codes differ, outside of what is masked; near ones are joined. */
export function differingRanges(
  built: Uint8Array,
  onchain: Uint8Array,
  masked: (offset: number) => boolean,
): readonly { readonly start: number; readonly length: number }[] {
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
