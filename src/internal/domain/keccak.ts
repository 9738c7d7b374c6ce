import { keccak256 } from "ethers/crypto";
import { canonicalJson } from "../text/canonical-json.ts";
import { memoize } from "../text/memoize.ts";
import { decodeCode } from "./code-template.ts";
import type { StandardJsonInput } from "./compiler-input.ts";
import type { ContractRecord } from "./record.ts";

// Cached, because several checks and the report hash the same code and sources, and hashing 10 kB takes milliseconds.

/** Computes the keccak256 hash of bytecode, as lowercase 0x-prefixed hex. @param code 0x-prefixed hex */
export const hashCode = memoize((code) => keccak256(decodeCode(code) ?? code));

/**
 * Computes the keccak256 hash of a string in UTF-8, as lowercase 0x-prefixed hex. Accepts any string, because a record
 * may contain an unpaired surrogate, and the comparison with its hash must fail instead of throwing.
 */
export const hashText = memoize((text) => keccak256(Buffer.from(text)));

/**
 * Computes the keccak256 of a standard JSON input as canonical JSON (sorted keys, no spaces), as lowercase 0x-prefixed
 * hex.
 */
export function hashInput({ language, sources, settings }: StandardJsonInput): string {
  const contents = Object.entries(sources).map(([path, { content }]) => [path, { content }]);
  return hashText(canonicalJson({ language, sources: Object.fromEntries(contents), settings }));
}

/**
 * Computes the keccak256 of a record's compilation: compiler, language, contract, settings except the output selection,
 * and sources.
 *
 * @param record With `sources` and `compilation`.
 * @returns 0x-prefixed hex, lowercase. Undefined if the record has no sources or no compilation.
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
