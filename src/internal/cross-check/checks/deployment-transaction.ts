import { type CheckRule, skipped } from "../check.ts";
import { compareText } from "../compare-values.ts";

export const deploymentTransaction: CheckRule = {
  id: "deployment-transaction",
  subject: "creating transaction is right",
  witnesses: ["record", "chain"],
  proves:
    "The record's deployment transaction is the one that created the contract on chain. Skipped where one of the two is not known.",
  run: ({ record, facts }) => {
    const stored = record.deployment?.transactionHash;
    if (stored === undefined || stored === null) return skipped("the record names no creating transaction");
    if (facts.creation === undefined) return skipped("the creating transaction is not known");
    return compareText(facts.creation.transactionHash.toLowerCase(), stored.toLowerCase());
  },
};
