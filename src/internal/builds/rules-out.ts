import type { CodeTemplate } from "../domain/code-template.ts";

/** Hex digits of 0x73, an address and what may follow it: a library's call protection. */
const CALL_PROTECTION_DIGITS = 2 * 21;
/** Digits that are compared at once. */
const STRIDE = 512;
/** Hex digits of the longest metadata section, its length included, and a little more. */
const LONGEST_SECTION_DIGITS = 2 * 208;
const SECTION_HEAD_DIGITS = 2 * (2 + "experimental".length);
/** `ipfs`, `solc`, `bzzr`, `experimental`: a metadata section has one of them after its first two bytes. */
const SECTION_KEYS = /69706673|736f6c63|627a7a72|6578706572696d656e74616c/i;

/**
 * Whether a runtime code on chain is certainly not of this template, found out without decoding either: they differ at
 * a digit that nothing fills in. The full comparison decides all the rest.
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
  const filledIn = [
    ...Object.values(linkReferences).flatMap((libraries) => Object.values(libraries).flat()),
    ...Object.values(immutableReferences).flat(),
  ];
  for (let digit = CALL_PROTECTION_DIGITS; digit < length; digit++) {
    // Most of two codes of one project is the same, which a comparison of texts tells at once.
    if (digit % STRIDE === 0 && isSameStretch(onchain, digit + 2, object, digit + start)) {
      digit += STRIDE - 1;
      continue;
    }
    if (isSameDigit(onchain.charCodeAt(digit + 2), object.charCodeAt(digit + start))) continue;
    const byte = digit >> 1;
    if (filledIn.some((range) => byte >= range.start && byte < range.start + range.length)) continue;
    // A placeholder without a range; decoding takes it for zeros.
    if (object[digit + start] === "_") return false;
    // In a metadata section it would be masked; one around this digit starts before it, or with it.
    const from = Math.max(0, digit - LONGEST_SECTION_DIGITS) + start;
    return !SECTION_KEYS.test(object.slice(from, digit + start + SECTION_HEAD_DIGITS));
  }
  return false;
}

function isSameStretch(a: string, fromA: number, b: string, fromB: number): boolean {
  return a.slice(fromA, fromA + STRIDE) === b.slice(fromB, fromB + STRIDE);
}

/** Upper and lower case are the same; the bit between them is set in every digit. */
function isSameDigit(a: number, b: number): boolean {
  return (a | 0x20) === (b | 0x20);
}
