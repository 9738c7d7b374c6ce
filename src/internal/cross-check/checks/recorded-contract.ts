import { isNameOf } from "../../builds/break-tie.ts";
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
      const wrong = names.find((name) => !isNameOf(name, contract));
      return wrong === undefined
        ? passed(contract.fullyQualifiedName)
        : failed(wrong, contract.fullyQualifiedName);
    }),
};
