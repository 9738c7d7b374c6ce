import { keccak256 } from "ethers/crypto";
import { canonicalJson } from "../text/canonical-json.ts";
import { memoize } from "../text/memoize.ts";
import { decodeCode } from "./code-template.ts";
import type { StandardJsonInput } from "./compiler-input.ts";
import type { ContractRecord } from "./record.ts";

// Cached, because several checks and the report hash the same code and sources, and hashing 10 kB takes milliseconds.

/** Computes the keccak256 hash of bytecode, as lowercase 0x-prefixed hex. @param code 0x-prefixed hex */
export const hashCode = memoize((code) => keccak256(decodeCode(code) ?? code));

/** Accepts unpaired surrogates, which a record may contain: the comparison must fail rather than throw. */
export const hashText = memoize((text) => keccak256(Buffer.from(text)));

/** Hashes canonical JSON: sorted keys, no spaces. */
export function hashInput({ language, sources, settings }: StandardJsonInput): string {
  const contents = Object.entries(sources).map(([path, { content }]) => [path, { content }]);
  return hashText(canonicalJson({ language, sources: Object.fromEntries(contents), settings }));
}

/** Covers compiler, language, contract, sources, and settings except the output selection. */
export function hashRecord(record: Pick<ContractRecord, "sources" | "compilation">): string | undefined {
  const { sources, compilation } = record;
  if (sources == null || compilation == null) return undefined;
  const { language, compilerVersion, fullyQualifiedName, compilerSettings } = compilation;
  const { outputSelection: _, ...settings } = compilerSettings ?? {};
  const hashes = Object.entries(sources).map(([path, { content }]) => [path, hashText(content)]);
  const compiled = { language, compilerVersion, fullyQualifiedName, settings };
  return hashText(canonicalJson({ ...compiled, sources: Object.fromEntries(hashes) }));
}
