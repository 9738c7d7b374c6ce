import type { BuildCandidate } from "../domain/build.ts";
import type { CodeTemplate } from "../domain/code-template.ts";

/** Equal for the same contract with the same code, in the files of all tools. */
export function contractKey({ inputSourceName, name, runtime, creation }: BuildCandidate): string {
  return [`${inputSourceName}:${name}`, digitsOf(runtime), digitsOf(creation)].join("\n");
}

/** Equal for contracts whose comparison with any code on chain has the same result. */
export function templateKey(candidate: BuildCandidate): string {
  const ranges = Object.values(candidate.runtime.immutableReferences).flat();
  const starts = ranges.map(({ start, length }) => `${start}+${length}`).sort();
  return [contractKey(candidate), ...starts].join("\n");
}

/** Tools write codes with 0x and without. */
export function digitsOf({ object }: CodeTemplate): string {
  return object.replace(/^0x/, "").toLowerCase();
}
