import { type CheckRule, failed, passed, skipped, unknown } from "../check.ts";

export const deploymentTransaction: CheckRule = {
  id: "deployment-transaction",
  subject: "creating transaction is right",
  witnesses: ["record", "chain"],
  proves:
    "The record's deployment names the transaction that created the contract on chain, with its block, index and deployer. Unknown where only the deployer differs and the transaction has no signature: a node can name another sender of it by each method. Skipped where the record names no transaction, and where the creating transaction is unknown.",
  run: ({ record, facts }) => {
    const { deployment } = record;
    const stored = deployment?.transactionHash;
    if (stored == null) return skipped("the record names no creating transaction");
    if (facts.creation === undefined) return skipped("the creating transaction is not known");
    const { transactionHash, blockNumber, transactionIndex, deployer, isSigned } = facts.creation;
    const compared = [
      [transactionHash, stored],
      [String(blockNumber), deployment?.blockNumber],
      [String(transactionIndex), deployment?.transactionIndex],
      [deployer, deployment?.deployer],
    ] as const;
    const wrong = compared.find(
      ([known, named]) => named != null && named.toLowerCase() !== known.toLowerCase(),
    );
    if (wrong?.[0] === deployer && !isSigned)
      return unknown("the creating transaction has no signature, which would prove its sender");
    return wrong === undefined ? passed(transactionHash) : failed(wrong[0], wrong[1] ?? "nothing");
  },
};
