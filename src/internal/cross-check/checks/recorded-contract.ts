import { isNameOf } from "../../builds/break-tie.ts";
import type { ContractName } from "../../domain/build.ts";
import { type CheckRule, failed, passed, skipped } from "../check.ts";
import { bindingRecords } from "../compare/records-of-this.ts";
import { withBuild } from "../compare/with-build.ts";

export const recordedContract: CheckRule = {
  id: "recorded-contract",
  subject: "name is the deployment's",
  witnesses: ["build", "deployment"],
  proves:
    "The build's contract has the contract name, and the source file, of the deployment record. Skipped where the deployment record does not name the contract.",
  run: (evidence) =>
    withBuild(evidence, ({ contract }) => {
      const names = bindingRecords(evidence).flatMap(({ contractName }) => contractName ?? []);
      if (names.length === 0) return skipped("the deployment record does not name the contract");
      const wrong = names.find((name) => !isNameOf(name, contract) || isInOtherFolder(name, contract));
      return wrong === undefined
        ? passed(contract.fullyQualifiedName)
        : failed(wrong, contract.fullyQualifiedName);
    }),
};

/**
 * Tools name the folders of a project or package differently, but not the folder that a file is in: `first/Vault.sol` is
 * not `second/Vault.sol`.
 */
function isInOtherFolder(recorded: string, { sourceName, inputSourceName }: ContractName): boolean {
  const folder = folderIn(recorded);
  const folders = [sourceName, inputSourceName].map(folderIn);
  return folder !== undefined && !folders.includes(undefined) && !folders.includes(folder);
}

/** The name of the folder that a file is in, a package's without its version; undefined for a name without one. */
function folderIn(path: string): string | undefined {
  return path
    .split("/")
    .at(-2)
    ?.replace(/(?<!^)@.*$/, "");
}
