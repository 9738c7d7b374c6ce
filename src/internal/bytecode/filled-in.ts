import {
  type CodeRange,
  type CodeTemplate,
  encodeCode,
  type LinkReferences,
  type Side,
} from "../domain/code-template.ts";
import type { Difference } from "../report/model.ts";
import { differenceAt } from "./difference.ts";

/** A range of bytes, and the name of the value that fills it. */
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

/** Reads the library addresses from a code on chain. Names are `path:Name`. */
export function readLibraries(
  side: Side,
  onchain: Uint8Array,
  built: Uint8Array,
  { linkReferences }: CodeTemplate,
): FilledIn {
  return readFilledIn(side, "library", onchain, built, byFullName(linkReferences));
}

/** Reads the immutables from a code on chain. Names are the compiler's ids. */
export function readImmutables(
  side: Side,
  onchain: Uint8Array,
  built: Uint8Array,
  { immutableReferences }: CodeTemplate,
): FilledIn {
  return readFilledIn(side, "immutable", onchain, built, Object.entries(immutableReferences));
}

type NamedRanges = readonly (readonly [name: string, ranges: readonly CodeRange[]])[];

function byFullName(references: LinkReferences): NamedRanges {
  return Object.entries(references).flatMap(([path, libraries]) =>
    Object.entries(libraries).map(([name, ranges]) => [`${path}:${name}`, ranges] as const),
  );
}

function readFilledIn(
  side: Side,
  kind: "library" | "immutable",
  onchain: Uint8Array,
  built: Uint8Array,
  named: NamedRanges,
): FilledIn {
  const values = new Map<string, string>();
  const differences: Difference[] = [];
  const all: NamedRange[] = [];
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
