import { type CheckRule, failed, passed, skipped } from "../check.ts";
import { isOfThisCreation, recordsOfThis } from "../records-of-this.ts";

export const recordedTransaction: CheckRule = {
  id: "recorded-transaction",
  subject: "deployment record has its creation",
  witnesses: ["chain", "deployment"],
  proves:
    "The transaction that created the contract on chain is one that the deployment record names for it. Skipped where the record names none, and where the chain does not show the creating transaction.",
  run: (evidence) => {
    const records = recordsOfThis(evidence).filter(({ transactionHashes }) => transactionHashes.length > 0);
    const [first] = records;
    if (first === undefined) return skipped("the record names no transaction");
    const { creation } = evidence.facts;
    if (creation === undefined) return skipped("the creating transaction is not known");
    return records.some((record) => isOfThisCreation(record, evidence))
      ? passed(creation.transactionHash)
      : failed(
          first.transactionHashes.join(" or "),
          creation.transactionHash,
          "the record is of another deployment, perhaps of an older chain with the same id",
        );
  },
};
