import { type CheckRule, failed, passed, skipped } from "../check.ts";
import { bindingRecords, isOfThisCreation } from "../compare/records-of-this.ts";

export const recordedTransaction: CheckRule = {
  id: "recorded-transaction",
  subject: "deployment record has its creation",
  witnesses: ["chain", "deployment"],
  proves:
    "The transaction that created the contract on chain is one that each deployment record of it names. A tool's record of an older deployment counts only where there is no other. Skipped where the record names none, and where the chain does not show the creating transaction.",
  run: (evidence) => {
    const records = bindingRecords(evidence).filter(({ transactionHashes }) => transactionHashes.length > 0);
    if (records.length === 0) return skipped("the record names no transaction");
    const { creation } = evidence.facts;
    if (creation === undefined) return skipped("the creating transaction is not known");
    const wrong = records.find((record) => !isOfThisCreation(record, evidence));
    return wrong === undefined
      ? passed(creation.transactionHash)
      : failed(
          wrong.transactionHashes.join(" or "),
          creation.transactionHash,
          "the record is of another deployment, perhaps of an older chain with the same id",
        );
  },
};
