import { type CheckRule, failed, need, passed, skipped } from "../check.ts";
import { NO_CREATION } from "../compare/need.ts";
import { bindingRecords, isOfThisCreation } from "../compare/records-of-this.ts";

export const recordedTransaction: CheckRule = {
  id: "recorded-transaction",
  subject: "creation is the deployment's",
  witnesses: ["chain", "deployment"],
  needs: "deployment-record",
  proves:
    "Each deployment record of the contract names the transaction that created it. A deployment record of an older deployment counts only if there is no other. Skipped where no deployment record names a transaction, and where the chain does not show the creating transaction.",
  run: (evidence) => {
    const records = bindingRecords(evidence).filter(({ transactionHashes }) => transactionHashes.length > 0);
    if (records.length === 0) return skipped("the deployment record names no transaction");
    const { transactionHash } = need(evidence.facts.creation, NO_CREATION);
    const wrong = records.find((record) => !isOfThisCreation(record, evidence));
    return wrong === undefined
      ? passed(transactionHash)
      : failed(
          wrong.transactionHashes.join(" or "),
          transactionHash,
          "the deployment record is of another deployment, perhaps on an older chain with the same id",
        );
  },
};
