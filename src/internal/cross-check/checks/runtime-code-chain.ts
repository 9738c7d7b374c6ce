import { type CheckRule, notGiven } from "../check.ts";
import { compareBytes } from "../compare/compare-values.ts";

export const runtimeCodeChain: CheckRule = {
  id: "runtime-code-chain",
  subject: "stored code is on chain",
  witnesses: ["record", "chain"],
  proves: "The record's runtime code equals the code from eth_getCode now, byte for byte.",
  run: ({ record, facts }) => {
    const stored = record.runtimeBytecode?.onchainBytecode;
    if (stored == null) return notGiven("the on-chain runtime code");
    return compareBytes(facts.runtimeBytecode, stored, "the record is stale, or of another deployment");
  },
};
