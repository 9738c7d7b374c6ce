import { type CodeRange, type CodeTemplate, encodeCode, type Side } from "../domain/code-template.ts";
import type { Difference } from "../report/model.ts";
import { type Auxdata, findAuxdata } from "./cbor-auxdata.ts";
import { differenceAt } from "./difference.ts";

/**
 * The CBOR auxdata (metadata sections) of a code: its own at the end, and that of contracts that it creates. Constants
 * that only look like auxdata are excluded, because masking them would hide code.
 */
export function trueAuxdata(built: Uint8Array, template: CodeTemplate): readonly Auxdata[] {
  const { knownAuxdata, auxdata: ranges } = template;
  const lengths = ranges && new Map(ranges.map(({ start, length }) => [start, length]));
  return findAuxdata(built).filter(({ offset, length }) =>
    lengths === undefined
      ? offset + length === built.length ||
        knownAuxdata?.has(encodeCode(built, offset, offset + length).slice(2)) === true
      : lengths.get(offset) === length,
  );
}

/** Compares the auxdata of two codes. Ranges are those to mask: where both codes have auxdata. */
export function compareAuxdata(
  side: Side,
  onchain: Uint8Array,
  built: Uint8Array,
  all: readonly Auxdata[],
): { readonly ranges: readonly CodeRange[]; readonly differences: readonly Difference[] } {
  const found = new Map(findAuxdata(onchain).map(({ offset, length }) => [offset, length]));
  const differs = ({ offset, length }: Auxdata) =>
    encodeCode(built, offset, offset + length) !== encodeCode(onchain, offset, offset + length);
  // The hash at the end of a runtime code covers the contracts that it creates: if it is equal, their auxdata must be
  // equal too, and differing bytes inside are code.
  const own = all.at(-1);
  const isCovered =
    side === "runtime" &&
    own?.hasHash === true &&
    own.offset + own.length === Math.max(built.length, onchain.length) &&
    !differs(own);
  const masked = all.filter(
    (each) => found.get(each.offset) === each.length && !(isCovered && differs(each)),
  );
  return {
    ranges: masked.map(rangeOf),
    differences: masked
      .filter(differs)
      .map((each) => differenceAt(side, "metadata", rangeOf(each), built, onchain)),
  };
}

/** The range of an auxdata. */
export function rangeOf({ offset, length }: Auxdata): CodeRange {
  return { start: offset, length };
}
