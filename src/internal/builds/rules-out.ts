import { type CodeTemplate, maskOf } from "../domain/code-template.ts";

/** Hex digits of PUSH20 and an address: a library's call protection. */
const CALL_PROTECTION_DIGITS = 2 * 21;
/** Digits that are compared at once. */
const STRIDE = 512;
/** More hex digits than the longest CBOR auxdata (metadata section) has. */
const LONGEST_AUXDATA_DIGITS = 2 * 208;
const AUXDATA_HEAD_DIGITS = 2 * (2 + "experimental".length);
/** `ipfs`, `solc`, `bzzr`, `experimental`: auxdata has one of them after its first two bytes. */
const AUXDATA_KEYS = /69706673|736f6c63|627a7a72|6578706572696d656e74616c/i;

/**
 * Whether a runtime code on chain certainly does not fit a template: they differ at a digit that is never filled in.
 * Decodes neither. The full comparison decides all other cases.
 *
 * @param onchain 0x-hex, as long as the template's code.
 */
export function rulesOut(
  onchain: string,
  { object, linkReferences, immutableReferences }: CodeTemplate,
): boolean {
  const start = object.startsWith("0x") ? 2 : 0;
  const length = object.length - start;
  if (onchain.length - 2 !== length) return false;
  // Made at the first digit that differs: most codes of a project differ in none, or in their length.
  let filledIn: Uint8Array | undefined;
  for (let digit = CALL_PROTECTION_DIGITS; digit < length; digit++) {
    // Codes of one project are mostly equal, and comparing strings is fast.
    if (digit % STRIDE === 0 && isSameStretch(onchain, digit + 2, object, digit + start)) {
      digit += STRIDE - 1;
      continue;
    }
    if (isSameDigit(onchain.charCodeAt(digit + 2), object.charCodeAt(digit + start))) continue;
    filledIn ??= maskOf(length >> 1, [
      ...Object.values(linkReferences).flatMap((libraries) => Object.values(libraries).flat()),
      ...Object.values(immutableReferences).flat(),
    ]);
    if (filledIn[digit >> 1] === 1) continue;
    // A placeholder without a range, which decodes to zeros.
    if (object[digit + start] === "_") return false;
    // Auxdata is masked. Auxdata that contains this digit starts at or before it.
    const from = Math.max(0, digit - LONGEST_AUXDATA_DIGITS) + start;
    return !AUXDATA_KEYS.test(object.slice(from, digit + start + AUXDATA_HEAD_DIGITS));
  }
  return false;
}

function isSameStretch(a: string, fromA: number, b: string, fromB: number): boolean {
  return a.slice(fromA, fromA + STRIDE) === b.slice(fromB, fromB + STRIDE);
}

/** Ignores case: bit 0x20 distinguishes the cases of a letter, and is set in all digits. */
function isSameDigit(a: number, b: number): boolean {
  return (a | 0x20) === (b | 0x20);
}
