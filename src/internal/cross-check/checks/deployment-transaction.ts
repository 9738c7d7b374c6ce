import { type CheckRule, failed, passed, skipped } from "../check.ts";

export const deploymentTransaction: CheckRule = {
  id: "deployment-transaction",
  subject: "creating transaction is right",
  witnesses: ["record", "chain"],
  proves:
    "The record's deployment names the transaction that created the contract on chain, with its block, index and deployer. Skipped where the record names no transaction, and where the creating transaction is unknown.",
  run: ({ record, facts }) => {
    const stored = record.deployment?.transactionHash;
    if (stored === undefined || stored === null) return skipped("the record names no creating transaction");
    if (facts.creation === undefined) return skipped("the creating transaction is not known");
    const { transactionHash, blockNumber, transactionIndex, deployer } = facts.creation;
    const { deployment } = record;
    const compared = [
      [transactionHash, stored],
      [String(blockNumber), deployment?.blockNumber],
      [String(transactionIndex), deployment?.transactionIndex],
      [deployer, deployment?.deployer],
    ] as const;
    const wrong = compared.find(
      ([known, named]) => named != null && named.toLowerCase() !== known.toLowerCase(),
    );
    return wrong === undefined ? passed(transactionHash) : failed(wrong[0], wrong[1] ?? "nothing");
  },
};
