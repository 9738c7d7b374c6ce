import { canonicalJson } from "../text/canonical-json.ts";
import type { StandardJsonInput } from "./compiler-input.ts";
import { hashOfText } from "./keccak.ts";
import type { ContractRecord } from "./record.ts";

/** keccak256 of a standard JSON input, as canonical JSON: keys in order, without spaces; 0x-hex in lower case. */
export function inputHash({ language, sources, settings }: StandardJsonInput): string {
  const contents = Object.entries(sources).map(([path, { content }]) => [path, { content }]);
  return hashOfText(canonicalJson({ language, sources: Object.fromEntries(contents), settings }));
}

/**
 * keccak256 of what a record says was compiled: compiler, language, contract, settings and sources. What the compiler was
 * asked to print is no part of it.
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
