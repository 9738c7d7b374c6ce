import type { BuildCandidate } from "../domain/build.ts";
import type { CodeTemplate } from "../domain/code-template.ts";

/** Returns a key that is the same for the same contract with the same code, in any tool's files. */
export function getContractKey({ inputSourceName, name, runtime, creation }: BuildCandidate): string {
  return [`${inputSourceName}:${name}`, normalizeDigits(runtime), normalizeDigits(creation)].join("\n");
}

/** Returns a key that is the same for contracts that can't be distinguished by any code on chain. */
export function getTemplateKey(candidate: BuildCandidate): string {
  const ranges = Object.values(candidate.runtime.immutableReferences).flat();
  const starts = ranges.map(({ start, length }) => `${start}+${length}`).sort();
  return [getContractKey(candidate), ...starts].join("\n");
}

/** Normalizes hex, because some tools write 0x and others don't. */
export function normalizeDigits({ object }: CodeTemplate): string {
  return object.replace(/^0x/, "").toLowerCase();
}
