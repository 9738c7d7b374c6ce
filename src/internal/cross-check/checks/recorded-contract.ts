import { isNameOf } from "../../builds/break-tie.ts";
import { type CheckRule, failed, passed, skipped } from "../check.ts";
import { bindingRecords } from "../compare/records-of-this.ts";
import { withBuild } from "../compare/with-build.ts";

export const recordedContract: CheckRule = {
  id: "recorded-contract",
  subject: "deployment record has its name",
  witnesses: ["build", "deployment"],
  proves:
    "The contract of the build whose code is on chain has the name, and the name of its source file, that the deployment record has. Skipped where the record does not name the contract.",
  run: (evidence) =>
    withBuild(evidence, ({ contract }) => {
      const names = bindingRecords(evidence).flatMap(({ contractName }) => contractName ?? []);
      if (names.length === 0) return skipped("the record does not name the contract");
      const wrong = names.find((name) => !isNameOf(name, contract));
      return wrong === undefined
        ? passed(contract.fullyQualifiedName)
        : failed(wrong, contract.fullyQualifiedName);
    }),
};
