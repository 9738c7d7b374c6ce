import { type CheckRule, given, need, skipped } from "../check.ts";
import { compareBytes } from "../compare/compare-values.ts";
import { NO_CREATION, NO_INIT_CODE } from "../compare/need.ts";

export const creationCodeChain: CheckRule = {
  id: "creation-code-chain",
  subject: "creation code is the chain's",
  witnesses: ["record", "chain"],
  proves:
    "The creation code in the record equals the executed init code, constructor arguments included: the input of the creating transaction, or what the node's call trace, the query service or the CREATE2 address shows. Skipped where the record has no creation match, and where it is unknown what was executed.",
  run: ({ record, facts }) => {
    if (record.creationMatch === null) return skipped("the record has no creation match");
    const { initCode } = need(facts.creation, NO_CREATION);
    const { bytecode } = need(initCode, NO_INIT_CODE);
    return compareBytes(
      bytecode,
      given(record.creationBytecode?.onchainBytecode, "the on-chain creation code"),
    );
  },
};
