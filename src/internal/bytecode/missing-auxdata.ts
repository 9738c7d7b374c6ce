import type { CodeRange } from "../domain/code-template.ts";
import { type Auxdata, findTrailingAuxdata } from "./cbor-auxdata.ts";

/** INVALID, which solc puts between the program and the auxdata. */
const INVALID = 0xfe;

/**
 * The range of CBOR auxdata (the metadata section) in a built runtime code whose code on chain was deployed with
 * `appendCBOR: false` or `bytecodeHash: none`, and so has no auxdata or a shorter one. A verification service compares
 * such code without it.
 *
 * @param all All auxdata in the built code.
 * @returns undefined where the lengths differ in another way.
 */
export function missingAuxdata(
  onchain: Uint8Array,
  built: Uint8Array,
  all: readonly Auxdata[],
): CodeRange | undefined {
  // With auxdata of created contracts, offsets inside the code would shift too.
  const [own, ...others] = all;
  if (own === undefined || others.length > 0 || !own.hasHash) return undefined;
  if (own.offset + own.length !== built.length) return undefined;
  const there = findTrailingAuxdata(onchain);
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

/**
 * Whether a code of this length can be a build's code without its metadata hash.
 *
 * @param object Hex of the build's code.
 */
export function couldLackAuxdata(length: number, object: string): boolean {
  const built = (object.startsWith("0x") ? object.length - 2 : object.length) / 2;
  const stated = Number.parseInt(object.slice(-4), 16);
  return length < built && length >= built - stated - 3;
}
