import type { BuildCandidate } from "../domain/build.ts";
import type { CodeTemplate } from "../domain/code-template.ts";

/** The same for the same contract with the same code, whatever tool wrote it and however. */
export function contractKey({ inputSourceName, name, runtime, creation }: BuildCandidate): string {
  return [`${inputSourceName}:${name}`, digitsOf(runtime), digitsOf(creation)].join("\n");
}

/** The same for what compares the same with every code on chain. */
export function templateKey(candidate: BuildCandidate): string {
  const ranges = Object.values(candidate.runtime.immutableReferences).flat();
  const starts = ranges.map(({ start, length }) => `${start}+${length}`).sort();
  return [contractKey(candidate), ...starts].join("\n");
}

/** Tools write codes with 0x and without. */
function digitsOf({ object }: CodeTemplate): string {
  return object.replace(/^0x/, "").toLowerCase();
}
