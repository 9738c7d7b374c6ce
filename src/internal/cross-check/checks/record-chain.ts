import { type CheckRule, given } from "../check.ts";
import { compareText } from "../compare/compare-values.ts";

export const recordChain: CheckRule = {
  id: "record-chain",
  subject: "record is of this chain",
  witnesses: ["record", "chain"],
  proves: "The record has the chain id of the node.",
  run: ({ record, facts }) =>
    compareText(String(facts.chainId), given(record.chainId, "the record's chain id")),
};
