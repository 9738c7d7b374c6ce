import { type ClaimRule, open, proven } from "../claim.ts";

export const deployment: ClaimRule = {
  id: "deployment",
  says: "Creating transaction, block and deployer are the contract's, and deployment records agree",
  proof: "Proven by the chain, which has the creating transaction. Open where that is not known.",
  checks: [
    "deployment-transaction",
    "constructor-arguments",
    "recorded-transaction",
    "recorded-contract",
    "created-in-block",
    "creation-code-query",
  ],
  judge: ({ facts }) =>
    facts.creation === undefined
      ? open("the creating transaction is not known", "creation-tx")
      : proven(["chain"]),
};
