import { type CodeRange, type CodeTemplate, decodeCode, type Side } from "../../domain/code-template.ts";
import { withObject } from "../compare.ts";
import { inferredTemplate } from "../inferred-template.ts";
import { findMetadataSections, findTrailingSection, type MetadataSection } from "../metadata-sections.ts";

/** Where a recompiled code may be changed, and by what. None of it rests on the record's own references. */
export interface Places {
  readonly libraries: readonly CodeRange[];
  readonly immutables: readonly CodeRange[];
  readonly metadata: readonly CodeRange[];
  /** What looks like metadata, and may be a constant of the code: without a build nobody knows. */
  readonly perhapsMetadata: readonly CodeRange[];
  /** How many bytes of immutables follow the code (Vyper); undefined where that isn't known. */
  readonly immutablesBehind: number | undefined;
  /** Whether a value is one metadata section, and nothing more. */
  readonly isMetadata: (value: Uint8Array) => boolean;
}

/**
 * The places in a code of solc.
 *
 * @param recompiled 0x-hex.
 * @param built The build's template; without one the places are read out of the recompiled code itself.
 * @param hasMetadata False where the compiler was to append none: what looks like metadata is a constant then.
 */
export function placesOf(
  side: Side,
  recompiled: string,
  built: CodeTemplate | undefined,
  hasMetadata = true,
): Places {
  const template = withObject(built ?? inferredTemplate(side, recompiled), recompiled);
  const code = decodeCode(recompiled) ?? new Uint8Array();
  const found = hasMetadata ? findMetadataSections(code).map(rangeOf) : [];
  const real = template.sections ?? [];
  const isReal = ({ start, length }: CodeRange) =>
    real.some((range) => range.start === start && range.length === length);
  return {
    libraries: Object.values(template.linkReferences).flatMap((ofFile) => Object.values(ofFile).flat()),
    immutables: Object.values(template.immutableReferences).flat(),
    metadata: found.filter(isReal),
    perhapsMetadata: built === undefined ? found.filter((range) => !isReal(range)) : [],
    immutablesBehind: 0,
    isMetadata: isOneSection,
  };
}

function rangeOf({ offset, length }: MetadataSection): CodeRange {
  return { start: offset, length };
}

function isOneSection(value: Uint8Array): boolean {
  return findTrailingSection(value)?.length === value.length;
}
