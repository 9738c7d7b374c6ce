import { compareCode, isSameCode } from "../bytecode/compare.ts";
import { getIdentifier, isContractNamed, splitName } from "../domain/build.ts";
import { type CodeTemplate, getLibraryRanges } from "../domain/code-template.ts";
import type { FittingBuild } from "./choose-build.ts";

/**
 * Narrows down indistinguishable contracts by the address in their deployment records, then by name (`Name` or
 * `path:Name`).
 */
export function breakTie(
  builds: readonly FittingBuild[],
  address: string,
  names: readonly string[],
): readonly FittingBuild[] {
  const atAddress = builds.filter(({ candidate, repeats }) =>
    [candidate, ...repeats].some(
      ({ deployment }) => deployment?.address.toLowerCase() === address.toLowerCase(),
    ),
  );
  if (atAddress.length > 0) return atAddress;
  const wanted = new Set(names.flatMap((name) => selectNamed(name, builds)));
  const named = builds.filter((build) => wanted.has(build));
  return named.length > 0 ? named : builds;
}

/** Returns the builds with the recorded name. Prefers those whose path equals the recorded path. */
function selectNamed(recorded: string, builds: readonly FittingBuild[]): readonly FittingBuild[] {
  const exact = builds.filter(({ candidate }) =>
    [candidate.fullyQualifiedName, getIdentifier(candidate)].includes(recorded),
  );
  return exact.length > 0 ? exact : builds.filter(({ candidate }) => isContractNamed(recorded, candidate));
}

/** Finds a library's code in a build by the library's `path:Name`. Undefined if unknown. */
export type LibraryTemplate = (build: FittingBuild, library: string) => CodeTemplate | undefined;

/** Describes one difference. Undefined if all builds have the same code except metadata, and the same libraries. */
export function describeDifference(
  [first, ...others]: readonly FittingBuild[],
  findTemplate: LibraryTemplate,
): string | undefined {
  if (first === undefined) return undefined;
  for (const other of others) {
    const both = `${first.candidate.fullyQualifiedName} and ${other.candidate.fullyQualifiedName}`;
    const compared = compareCode("creation", other.candidate.creation.object, first.candidate.creation);
    if (compared?.sameCode !== true || compared.tail !== "0x") return `the constructors of ${both} differ`;
    if (!haveSameLibraries(first, other, findTemplate)) return `${both} call different libraries`;
  }
  return undefined;
}

/** Comparing the code isn't enough, because library addresses are filled in at deployment. */
function haveSameLibraries(a: FittingBuild, b: FittingBuild, findTemplate: LibraryTemplate): boolean {
  return (["runtime", "creation"] as const).every((side) => {
    const others = indexLibraries(b.candidate[side]);
    return [...indexLibraries(a.candidate[side])].every(([place, library]) => {
      const other = others.get(place);
      if (other === undefined) return true;
      const [own, its] = [findTemplate(a, library), findTemplate(b, other)];
      if (own === undefined || its === undefined) return library === other;
      return splitName(library).name === splitName(other).name && isSameCode("runtime", its.object, own);
    });
  });
}

/** Returns each library's `path:Name`, keyed by its offset in the code. */
function indexLibraries({ linkReferences }: CodeTemplate): ReadonlyMap<number, string> {
  return new Map(
    getLibraryRanges(linkReferences).flatMap(([name, ranges]) =>
      ranges.map(({ start }) => [start, name] as const),
    ),
  );
}
