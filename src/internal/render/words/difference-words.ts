import type { Candidate, Difference, Explanation } from "../../report/model.ts";
import { countWords } from "../../text/amounts.ts";

/** "runtime: 57 bytes of code from byte 214: 0x… in the build, 0x… on chain" */
export function differenceWords({ side, kind, offset, length, expected, actual }: Difference): string {
  const place =
    kind === "length"
      ? "the length differs"
      : `${countWords(length, "byte")} of ${KIND_WORDS[kind]} from byte ${offset}`;
  return `${side}: ${place}: ${expected} in the build, ${actual} on chain`;
}

/** "contracts/Vault.sol:Vault: 57 bytes of code differ". */
export function candidateWords({ fullyQualifiedName, summary }: Candidate): string {
  return `${fullyQualifiedName}: ${summary}`;
}

const KIND_WORDS = {
  code: "code",
  metadata: "metadata",
  library: "a library address",
  immutable: "an immutable",
  "call-protection": "call protection",
  "constructor-arguments": "constructor arguments",
} as const satisfies Record<Exclude<Difference["kind"], "length">, string>;

/** Why code differs, how certain that is, and what to try. */
export function explanationWords({ text, certainty, next }: Explanation): string {
  return `${certainty === "likely" ? `likely: ${text}` : text}; try: ${next}`;
}
