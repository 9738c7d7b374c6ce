import { type ClaimRule, open, proven, vouched } from "../claim.ts";

export const deployment: ClaimRule = {
  id: "deployment",
  says: "Creating transaction, block and deployer are the contract's, and deployment records agree",
  proof:
    "Proven by the chain, which has the creating transaction. The query service vouches for it where the chain does not show what the transaction created. Open where the transaction is not known.",
  checks: [
    "deployment-transaction",
    "constructor-arguments",
    "recorded-transaction",
    "recorded-contract",
    "created-in-block",
    "creation-code-query",
  ],
  judge: ({ facts: { creation } }) => {
    if (creation === undefined) return open("the creating transaction is not known", "creation-tx");
    const { knownFrom, initCode } = creation;
    const isShown = initCode !== undefined && initCode.shownBy !== "query-service";
    return isShown || knownFrom !== "query-service"
      ? proven(["chain"])
      : vouched(["query service"], "the chain does not show that this transaction created the contract");
  },
};
