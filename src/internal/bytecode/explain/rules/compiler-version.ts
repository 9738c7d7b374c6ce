import type { Explanation } from "../explanation.ts";
import type { Facts } from "../facts.ts";

/** The compiler writes its version into the metadata section since 0.5.9. */
const WRITTEN_SINCE = "0.5.9";

export function explainCompilerVersion(facts: Facts): readonly Explanation[] {
  const there = facts.onchain.section;
  const here = facts.built.section?.solcVersion ?? facts.compilerVersion;
  if (there === undefined || here === undefined || there.solcVersion === here) return [];
  // A section without a version and without a hash is of a compiler that was told to leave them out.
  if (there.solcVersion === undefined && (!there.hasHash || isBefore(here, WRITTEN_SINCE))) return [];
  const found =
    there.solcVersion === undefined
      ? `the code on chain names no compiler version, as before solc ${WRITTEN_SINCE}`
      : `the code on chain was compiled with solc ${there.solcVersion}`;
  return [
    {
      kind: "compiler-version",
      side: "runtime",
      certainty: "certain",
      text: `${found}, this build with ${here}`,
    },
  ];
}

function isBefore(version: string, other: string): boolean {
  return version.localeCompare(other, "en", { numeric: true }) < 0;
}
