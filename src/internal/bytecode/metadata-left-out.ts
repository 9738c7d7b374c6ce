import type { CodeRange } from "../domain/code-template.ts";
import { findTrailingSection, type MetadataSection } from "./metadata-sections.ts";

/** INVALID, which the compiler puts before what follows the program. */
const INVALID = 0xfe;

/**
 * The range of a built runtime code in which it has its metadata hash, and the code on chain has nothing, or a section
 * without a hash: deployed with `appendCBOR: false` or `bytecodeHash: none`, and built with a hash. A verification
 * service compares such code without it.
 *
 * @param sections Of the built code.
 * @returns undefined where the lengths differ in another way.
 */
export function metadataLeftOut(
  onchain: Uint8Array,
  built: Uint8Array,
  sections: readonly MetadataSection[],
): CodeRange | undefined {
  // With several, the places in the code would shift too.
  const [own, ...others] = sections;
  if (own === undefined || others.length > 0 || !own.hasHash) return undefined;
  if (own.offset + own.length !== built.length) return undefined;
  const there = findTrailingSection(onchain);
  if (there === undefined) {
    const start = own.offset - 1;
    return built[start] === INVALID && onchain.length === start
      ? { start, length: own.length + 1 }
      : undefined;
  }
  return !there.hasHash && onchain.length - there.length === own.offset
    ? { start: own.offset, length: own.length }
    : undefined;
}

/** Whether a code can be that long without the metadata hash of a build's. @param object Hex of the build's code. */
export function couldLackMetadata(length: number, object: string): boolean {
  const built = (object.startsWith("0x") ? object.length - 2 : object.length) / 2;
  const stated = Number.parseInt(object.slice(-4), 16);
  return length < built && length >= built - stated - 3;
}
