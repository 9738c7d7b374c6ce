import type { BuildCandidate } from "../domain/build.ts";
import type { CodeTemplate } from "../domain/code-template.ts";

/** Returns a key that identifies a contract and its code in any tool's files. */
export function getContractKey({ inputSourceName, name, runtime, creation }: BuildCandidate): string {
  return [`${inputSourceName}:${name}`, normalizeDigits(runtime), normalizeDigits(creation)].join("\n");
}

/** Returns the same key for contracts that no code on chain can distinguish. */
export function getTemplateKey(candidate: BuildCandidate): string {
  const ranges = Object.values(candidate.runtime.immutableReferences).flat();
  const starts = ranges.map(({ start, length }) => `${start}+${length}`).sort();
  return [getContractKey(candidate), ...starts].join("\n");
}

/** Converts hex to lowercase without 0x, because not all tools write 0x. */
export function normalizeDigits({ object }: CodeTemplate): string {
  return object.replace(/^0x/, "").toLowerCase();
}
