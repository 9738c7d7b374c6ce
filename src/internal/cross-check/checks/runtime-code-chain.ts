import { type CheckRule, failed, unknown } from "../check.ts";
import { compareBytes, describeCode } from "../compare/compare-values.ts";

export const runtimeCodeChain: CheckRule = {
  id: "runtime-code-chain",
  subject: "stored code is on chain",
  witnesses: ["record", "chain"],
  proves: "The record's runtime code equals the code from eth_getCode now, byte for byte.",
  run: ({ record, facts }) => {
    if (record.runtimeBytecode === undefined) return unknown("the record was read without its runtime code");
    const stored = record.runtimeBytecode?.onchainBytecode;
    if (stored === undefined || stored === null) {
      return failed(describeCode(facts.runtimeBytecode), "no code", "the record has no on-chain code");
    }
    return compareBytes(facts.runtimeBytecode, stored, "the record is stale, or of another deployment");
  },
};
