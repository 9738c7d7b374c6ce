import type { ContractName } from "./build.ts";

/** Whether a record's name can be this contract's. Folders are ignored: each tool names them differently. */
export function isNameOf(
  recorded: string,
  { name, sourceName }: Pick<ContractName, "name" | "sourceName">,
): boolean {
  const file = sourceName.slice(sourceName.lastIndexOf("/") + 1);
  return recorded === name || recorded.slice(recorded.lastIndexOf("/") + 1) === `${file}:${name}`;
}

/**
 * Whether a given name is this contract's, with its file and the folder of that: `first/Vault.sol` is not
 * `second/Vault.sol`. Tools name the folders above differently.
 *
 * @param given `Name` or `path:Name`.
 */
export function fitsName(
  given: string,
  contract: Pick<ContractName, "name" | "sourceName" | "inputSourceName">,
): boolean {
  const folder = folderIn(given);
  const folders = [contract.sourceName, contract.inputSourceName].map(folderIn);
  const isInOther = folder !== undefined && !folders.includes(undefined) && !folders.includes(folder);
  return isNameOf(given, contract) && !isInOther;
}

/** The name of the folder that a file is in, a package's without its version; undefined for a name without one. */
function folderIn(path: string): string | undefined {
  return path
    .split("/")
    .at(-2)
    ?.replace(/(?<!^)@.*$/, "");
}
