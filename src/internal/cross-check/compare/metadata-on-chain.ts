import { type Auxdata, findAuxdata } from "../../bytecode/cbor-auxdata.ts";
import { metadataHashesOf, swarmMetadataHashesOf } from "../../bytecode/metadata-hashes.ts";
import { decodeCode } from "../../domain/code-template.ts";

/** The metadata section at the end of a code; earlier ones belong to contracts that it creates. */
export function sectionAtTheEndOf(code: string): Auxdata | undefined {
  const bytes = decodeCode(code);
  const last = bytes === undefined ? undefined : findAuxdata(bytes).at(-1);
  return last !== undefined && last.offset + last.length === bytes?.length ? last : undefined;
}

/** The hash that a code ends in, if it can be computed here. */
export function metadataHashIn(code: string): string | undefined {
  const section = sectionAtTheEndOf(code);
  return section?.ipfs ?? section?.bzzr1;
}

/** The hashes that a code can end in whose metadata this is: of the same kind as the code's. */
export function hashesFor(code: string, metadata: unknown): readonly string[] {
  return sectionAtTheEndOf(code)?.ipfs === undefined
    ? swarmMetadataHashesOf(metadata)
    : metadataHashesOf(metadata);
}
