import { type CheckRule, notGiven, skipped } from "../check.ts";
import { compareBytes } from "../compare/compare-values.ts";

export const creationCodeChain: CheckRule = {
  id: "creation-code-chain",
  subject: "creation code is the chain's",
  witnesses: ["record", "chain"],
  proves:
    "The creation code in the record equals the executed init code, constructor arguments included: the input of the creating transaction, or what the node's call trace, the query service or the CREATE2 address shows. Skipped where the record has no creation match, and where it is unknown what was executed.",
  run: ({ record, facts }) => {
    if (record.creationMatch === null) return skipped("the record has no creation match");
    const stored = record.creationBytecode?.onchainBytecode;
    if (facts.creation === undefined) return skipped("the creating transaction is not known");
    const { initCode } = facts.creation;
    if (initCode === undefined) return skipped("the executed init code is not known");
    if (stored == null) return notGiven("the on-chain creation code");
    return compareBytes(initCode.bytecode, stored);
  },
};
