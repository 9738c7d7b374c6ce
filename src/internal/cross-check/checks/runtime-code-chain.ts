import { type CheckRule, given } from "../check.ts";
import { compareBytes } from "../compare/compare-values.ts";

export const runtimeCodeChain: CheckRule = {
  id: "runtime-code-chain",
  subject: "stored code is on chain",
  witnesses: ["record", "chain"],
  proves: "The record's runtime code equals the code from eth_getCode now, byte for byte.",
  run: ({ record, facts }) =>
    compareBytes(
      facts.runtimeBytecode,
      given(record.runtimeBytecode?.onchainBytecode, "the on-chain runtime code"),
      "the record is stale, or of another deployment",
    ),
};
