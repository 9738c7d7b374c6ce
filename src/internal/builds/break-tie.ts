import { compareCode } from "../bytecode/compare.ts";
import type { ContractName } from "../domain/build.ts";
import type { FittingBuild } from "./choose-build.ts";

/**
 * Narrows contracts with indistinguishable code to those that deployment records name: by the contract's address, else
 * by name. If no record names any of them, all stay.
 *
 * @param address The contract's.
 * @param names `Name` or `path:Name`, from records of this deployment.
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

/** Whether a record's name can be this contract's. Folders are ignored: each tool names them differently. */
export function isNameOf(recorded: string, { name, sourceName }: ContractName): boolean {
  const file = sourceName.slice(sourceName.lastIndexOf("/") + 1);
  return recorded === name || recorded.slice(recorded.lastIndexOf("/") + 1) === `${file}:${name}`;
}

/** Whether all builds have the same code on both sides, apart from the metadata. */
export function areIdentical(builds: readonly FittingBuild[]): boolean {
  const [first, ...others] = builds;
  if (first === undefined) return false;
  return others.every(({ candidate: { creation } }) => {
    const compared = compareCode("creation", creation.object, first.candidate.creation);
    return compared?.sameCode === true && compared.tail === "0x";
  });
}
