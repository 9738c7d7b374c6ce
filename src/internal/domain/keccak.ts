import { keccak256 } from "ethers/crypto";
import { toUtf8Bytes } from "ethers/utils";
import { canonicalJson } from "../text/canonical-json.ts";
import type { StandardJsonInput } from "./compiler-input.ts";
import type { ContractRecord } from "./record.ts";

/** Characters of a code or text whose hash is remembered: more would only take memory. */
const LONGEST_KEPT = 100_000;
/** The codes and sources of a few contracts. */
const MOST_KEPT = 32;

/** keccak256 of a code, 0x-hex in lower case. @param code 0x-hex */
export const codeHash = remembering(keccak256);

/** keccak256 of a text in UTF-8, 0x-hex in lower case. */
export const hashOfText = remembering((text) => keccak256(toUtf8Bytes(text)));

/** Several checks and the report hash the same code, and the same sources, and a hash of 10 kB takes milliseconds. */
function remembering(hashOf: (text: string) => string): (text: string) => string {
  const hashes = new Map<string, string>();
  return (text) => {
    const known = hashes.get(text);
    if (known !== undefined) return known;
    const hash = hashOf(text);
    if (text.length > LONGEST_KEPT) return hash;
    const [oldest] = hashes.keys();
    if (hashes.size >= MOST_KEPT && oldest !== undefined) hashes.delete(oldest);
    hashes.set(text, hash);
    return hash;
  };
}

/** keccak256 of a standard JSON input, as canonical JSON: keys in order, without spaces; 0x-hex in lower case. */
export function inputHash({ language, sources, settings }: StandardJsonInput): string {
  const contents = Object.entries(sources).map(([path, { content }]) => [path, { content }]);
  return hashOfText(canonicalJson({ language, sources: Object.fromEntries(contents), settings }));
}

/**
 * keccak256 of a record's compilation: compiler, language, contract, settings and sources. The output selection is
 * left out.
 *
 * @param record With `sources` and `compilation`.
 * @returns 0x-hex in lower case; undefined for a record without them.
 */
export function recordHash({
  sources,
  compilation,
}: Pick<ContractRecord, "sources" | "compilation">): string | undefined {
  if (sources == null || compilation == null) return undefined;
  const { language, compilerVersion, fullyQualifiedName, compilerSettings } = compilation;
  const { outputSelection: _, ...settings } = compilerSettings ?? {};
  const hashes = Object.entries(sources).map(([path, { content }]) => [path, hashOfText(content)]);
  const compiled = { language, compilerVersion, fullyQualifiedName, settings };
  return hashOfText(canonicalJson({ ...compiled, sources: Object.fromEntries(hashes) }));
}
