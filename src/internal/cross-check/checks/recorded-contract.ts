import type { ContractName } from "../../build/model.ts";
import { type CheckRule, failed, passed, skipped } from "../check.ts";
import { recordsOfThis } from "../records-of-this.ts";
import { withBuild } from "../with-build.ts";

export const recordedContract: CheckRule = {
  id: "recorded-contract",
  subject: "deployment record has its name",
  witnesses: ["build", "deployment"],
  proves:
    "The contract of the build whose code is on chain is the one that the deployment record says was deployed. Skipped where the record does not name the contract.",
  run: (evidence) =>
    withBuild(evidence, ({ contract }) => {
      const names = recordsOfThis(evidence).flatMap(({ contractName }) => contractName ?? []);
      if (names.length === 0) return skipped("the record does not name the contract");
      return names.some((name) => isNameOf(name, contract))
        ? passed(contract.fullyQualifiedName)
        : failed(names.join(" or "), contract.fullyQualifiedName);
    }),
};

function isNameOf(recorded: string, { name, fullyQualifiedName, inputSourceName }: ContractName): boolean {
  return [name, fullyQualifiedName, `${inputSourceName}:${name}`].includes(recorded);
}
