import { id } from "ethers/hash";

import type { CodeRange, CodeTemplate, LinkReferences } from "../domain/code-template.ts";

const ADDRESS_LENGTH = 20;
const PUSH20 = "73";

/**
 * Restores the link references of a code that was stored without them, as by hardhat-deploy 1. An unlinked code has
 * placeholders with hashes of the libraries' names (solc 0.5 and later); in a linked one, the addresses are found and
 * zeroed.
 *
 * @param object Hex with or without 0x.
 * @param libraries Linked addresses, by bare name.
 * @param sourceNames Sources that may define a library.
 */
export function restoredLinks(
  object: string,
  libraries: Readonly<Record<string, string>>,
  sourceNames: readonly string[],
): Pick<CodeTemplate, "object" | "linkReferences"> {
  let unlinked = object;
  const linkReferences: Record<string, Record<string, readonly CodeRange[]>> = {};
  for (const [name, address] of Object.entries(libraries)) {
    const path = sourceNames.find((each) => object.includes(placeholder(each, name))) ?? "";
    const linked = `${PUSH20}${address.replace(/^0x/, "").toLowerCase()}`;
    const placeholders = rangesOf(object, placeholder(path, name), 0);
    const addresses = rangesOf(object.toLowerCase(), linked, PUSH20.length);
    unlinked = addresses.reduce((code, range) => withZeros(code, range), unlinked);
    linkReferences[path] = { ...linkReferences[path], [name]: [...placeholders, ...addresses] };
  }
  return { object: unlinked, linkReferences: linkReferences satisfies LinkReferences };
}

/** `__$` and the first 34 digits of the keccak256 of the fully qualified name (docs.soliditylang.org, "Library Linking"). */
function placeholder(path: string, name: string): string {
  return `__$${id(`${path}:${name}`).slice(2, 36)}$__`;
}

/** @param skipped Leading digits of the text that are not part of the range. */
function rangesOf(object: string, text: string, skipped: number): readonly CodeRange[] {
  const prefix = object.startsWith("0x") ? 2 : 0;
  const ranges: CodeRange[] = [];
  for (let at = object.indexOf(text); at !== -1; at = object.indexOf(text, at + text.length)) {
    const start = (at + skipped - prefix) / 2;
    // An occurrence at half a byte is a coincidence.
    if (Number.isInteger(start)) ranges.push({ start, length: ADDRESS_LENGTH });
  }
  return ranges;
}

function withZeros(object: string, { start, length }: CodeRange): string {
  const at = (object.startsWith("0x") ? 2 : 0) + 2 * start;
  return object.slice(0, at) + "0".repeat(2 * length) + object.slice(at + 2 * length);
}
