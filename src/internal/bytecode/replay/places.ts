import {
  type CodeRange,
  type CodeTemplate,
  decodeCode,
  libraryRanges,
  type Side,
} from "../../domain/code-template.ts";
import { findAuxdata, findTrailingAuxdata } from "../cbor-auxdata.ts";
import { withObject } from "../compare.ts";
import { inferredTemplate } from "../inferred-template.ts";

/** The places of a recompiled code that transformations may change. The record's own references are not trusted. */
export interface Places {
  readonly libraries: readonly CodeRange[];
  readonly immutables: readonly CodeRange[];
  /** CBOR auxdata (metadata sections). */
  readonly auxdata: readonly CodeRange[];
  /** Bytes that look like auxdata; only a build could show whether they are a constant of the code. */
  readonly possibleAuxdata: readonly CodeRange[];
  /** Bytes of immutables after the code (Vyper); undefined where the size is unknown. */
  readonly immutablesAfter: number | undefined;
  /** Whether a value is exactly one auxdata. */
  readonly isAuxdata: (value: Uint8Array) => boolean;
}

/**
 * The places in code of solc.
 *
 * @param recompiled 0x-hex.
 * @param built The build's template; without it the places are inferred from the recompiled code.
 * @param appendsAuxdata False where bytes that look like auxdata must be a constant.
 */
export function placesOf(
  side: Side,
  recompiled: string,
  built: CodeTemplate | undefined,
  appendsAuxdata = true,
): Places {
  const template = withObject(built ?? inferredTemplate(side, recompiled), recompiled);
  const code = decodeCode(recompiled) ?? new Uint8Array();
  const found = appendsAuxdata ? findAuxdata(code) : [];
  const real = template.auxdata ?? [];
  const keys = new Set(real.map(keyOf));
  const isReal = (range: CodeRange) => keys.has(keyOf(range));
  return {
    libraries: libraryRanges(template.linkReferences).flatMap(([, ranges]) => ranges),
    immutables: Object.values(template.immutableReferences).flat(),
    auxdata: found.filter(isReal),
    possibleAuxdata: built === undefined ? found.filter((range) => !isReal(range)) : [],
    immutablesAfter: 0,
    isAuxdata: (value) => findTrailingAuxdata(value)?.length === value.length,
  };
}

/** Ranges are looked up by it: a record can have thousands, and as many steps. */
export function keyOf({ start, length }: CodeRange): string {
  return `${start} ${length}`;
}
