import { compareCode } from "../bytecode/compare.ts";
import type { ContractName } from "../domain/build.ts";
import type { FittingBuild } from "./choose-build.ts";

/**
 * Narrows contracts whose codes nothing tells apart to those that deployment records name: the file that a tool wrote of
 * this very address, else the names in records. Records that name none of them change nothing.
 *
 * @param address Of the contract.
 * @param names `Name` or `path:Name`, of records that are of this deployment.
 */
export function breakTie(
  builds: readonly FittingBuild[],
  address: string,
  names: readonly string[],
): readonly FittingBuild[] {
  const ofAddress = builds.filter(({ candidate, repeats }) =>
    [candidate, ...repeats].some(
      ({ deployment }) => deployment?.address.toLowerCase() === address.toLowerCase(),
    ),
  );
  if (ofAddress.length > 0) return ofAddress;
  const named = builds.filter(({ candidate }) => names.some((name) => isNameOf(name, candidate)));
  return named.length > 0 ? named : builds;
}

/** Whether a record's name can be this contract's: folders have other names for the compiler than for the user, and for each tool. */
export function isNameOf(recorded: string, { name, sourceName }: ContractName): boolean {
  const file = sourceName.slice(sourceName.lastIndexOf("/") + 1);
  return recorded === name || recorded.slice(recorded.lastIndexOf("/") + 1) === `${file}:${name}`;
}

/** Whether any of these shows the same code on both sides, metadata aside. */
export function areIdentical(builds: readonly FittingBuild[]): boolean {
  const [first, ...others] = builds;
  if (first === undefined) return false;
  return others.every(({ candidate: { creation } }) => {
    const compared = compareCode("creation", creation.object, first.candidate.creation);
    return compared?.sameCode === true && compared.tail === "0x";
  });
}
