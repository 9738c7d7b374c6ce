import { type CheckRule, failed, need, passed, skipped, unknown } from "../check.ts";
import { NO_CREATION } from "../compare/need.ts";

export const deploymentTransaction: CheckRule = {
  id: "deployment-transaction",
  subject: "creating transaction is right",
  witnesses: ["record", "chain"],
  proves:
    "The record's deployment names the transaction that created the contract on chain, with its block, index and deployer. Unknown where only the deployer differs and the transaction has no signature: a node can name another sender of it by each method. Skipped where the record names no transaction, and where the creating transaction is unknown.",
  run: ({ record: { deployment }, facts }) => {
    need(deployment?.transactionHash, skipped("the record names no creating transaction"));
    const creation = need(facts.creation, NO_CREATION);
    const keys = ["transactionHash", "blockNumber", "transactionIndex", "deployer"] as const;
    const wrong = keys.find((key) => {
      const named = deployment?.[key];
      return named != null && named.toLowerCase() !== String(creation[key]).toLowerCase();
    });
    if (wrong === undefined) return passed(creation.transactionHash);
    return wrong === "deployer" && !creation.isSigned
      ? unknown("the creating transaction has no signature, which would prove its sender")
      : failed(String(creation[wrong]), deployment?.[wrong] ?? "nothing");
  },
};
