import { chooseBuild } from "../../builds/choose-build.ts";
import { appendsAuxdata } from "../../bytecode/appends-auxdata.ts";
import { findTrailingAuxdata } from "../../bytecode/cbor-auxdata.ts";
import type { BuildCandidate } from "../../domain/build.ts";
import { codeLength, decodeCode } from "../../domain/code-template.ts";
import { asDeployed } from "./prove-closure.ts";
import type { LoadedSubject } from "./subject.ts";

/**
 * Finds the contracts of a build that the code of a contract can't be told from, once it is deployed: the build is chosen as
 * for a code on chain.
 *
 * @returns Of a contract: fully qualified names, sorted.
 */
export function twinFinder(all: readonly BuildCandidate[]): (loaded: LoadedSubject) => readonly string[] {
  // What is filled in when a contract is deployed does not change the length.
  const byLength = Map.groupBy(all, lengthOf);
  return ({ candidate, compilation }) => {
    // The metadata has the contract's name in it, so that no other contract has its hash.
    if (appendsAuxdata(compilation.input.settings) && hasMetadataHash(candidate)) return [];
    const alike = byLength.get(lengthOf(candidate)) ?? [];
    if (alike.length < 2) return [];
    const choice = chooseBuild(asDeployed(candidate.runtime), asDeployed(candidate.creation), alike);
    if (choice.kind !== "ambiguous") return [];
    const names = choice.builds.map((build) => build.candidate.fullyQualifiedName);
    return [...new Set(names)].filter((name) => name !== candidate.fullyQualifiedName).sort();
  };
}

function hasMetadataHash({ runtime }: BuildCandidate): boolean {
  return findTrailingAuxdata(decodeCode(runtime.object) ?? new Uint8Array())?.hasHash === true;
}

function lengthOf({ runtime }: BuildCandidate): number {
  return codeLength(runtime.object);
}
