import type { Explained } from "../explanation.ts";
import type { Facts } from "../facts.ts";

/** Since 0.5.9 solc writes its version into the CBOR auxdata (the metadata section). */
const WRITTEN_SINCE = "0.5.9";

export function explainCompilerVersion(facts: Facts): readonly Explained[] {
  const there = facts.onchain.auxdata;
  const here = facts.built.auxdata?.solcVersion ?? facts.compilerVersion;
  if (there === undefined || here === undefined || there.solcVersion === here) return [];
  // Settings can remove both the version and the hash.
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
