import { keccak256 } from "ethers/crypto";
import { toUtf8Bytes } from "ethers/utils";
import { canonicalJson } from "../text/canonical-json.ts";
import { decodeCode } from "./code-template.ts";
import type { StandardJsonInput } from "./compiler-input.ts";
import type { ContractRecord } from "./record.ts";

/** Maximum length of a cached text in characters. Longer texts take too much memory. */
const MAX_CACHED_LENGTH = 100_000;
/** Enough for the bytecode and sources of a few contracts. */
const MAX_CACHED = 32;

/** Computes the keccak256 of bytecode, 0x-hex, lowercase. @param code 0x-hex */
export const hashCode = memoize((code) => keccak256(decodeCode(code) ?? code));

/** Computes the keccak256 of a text in UTF-8, 0x-hex, lowercase. */
export const hashText = memoize((text) => keccak256(toUtf8Bytes(text)));

/**
 * Caches hashes. Several checks and the report hash the same code and sources, and hashing 10 kB takes milliseconds.
 */
function memoize(hashOf: (text: string) => string): (text: string) => string {
  const hashes = new Map<string, string>();
  return (text) => {
    const known = hashes.get(text);
    if (known !== undefined) return known;
    const hash = hashOf(text);
    if (text.length > MAX_CACHED_LENGTH) return hash;
    const [oldest] = hashes.keys();
    if (hashes.size >= MAX_CACHED && oldest !== undefined) hashes.delete(oldest);
    hashes.set(text, hash);
    return hash;
  };
}

/**
 * Computes the keccak256 of a standard JSON input as canonical JSON, with sorted keys and without spaces. 0x-hex,
 * lowercase.
 */
export function hashInput({ language, sources, settings }: StandardJsonInput): string {
  const contents = Object.entries(sources).map(([path, { content }]) => [path, { content }]);
  return hashText(canonicalJson({ language, sources: Object.fromEntries(contents), settings }));
}

/**
 * Computes the keccak256 of a record's compilation: compiler, language, contract, settings and sources. Excludes the
 * output selection.
 *
 * @param record With `sources` and `compilation`.
 * @returns 0x-hex, lowercase. Undefined if the record lacks them.
 */
export function hashRecord({
  sources,
  compilation,
}: Pick<ContractRecord, "sources" | "compilation">): string | undefined {
  if (sources == null || compilation == null) return undefined;
  const { language, compilerVersion, fullyQualifiedName, compilerSettings } = compilation;
  const { outputSelection: _, ...settings } = compilerSettings ?? {};
  const hashes = Object.entries(sources).map(([path, { content }]) => [path, hashText(content)]);
  const compiled = { language, compilerVersion, fullyQualifiedName, settings };
  return hashText(canonicalJson({ ...compiled, sources: Object.fromEntries(hashes) }));
}
