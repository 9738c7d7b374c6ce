import { type CheckRule, failed, passed, skipped } from "../check.ts";
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
    const { creation } = evidence.facts;
    if (creation === undefined) return skipped("the creating transaction is not known");
    const wrong = records.find((record) => !isOfThisCreation(record, evidence));
    return wrong === undefined
      ? passed(creation.transactionHash)
      : failed(
          wrong.transactionHashes.join(" or "),
          creation.transactionHash,
          "the deployment record is of another deployment, perhaps on an older chain with the same id",
        );
  },
};
