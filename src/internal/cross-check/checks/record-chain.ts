import { type CheckRule, notGiven } from "../check.ts";
import { compareText } from "../compare/compare-values.ts";

export const recordChain: CheckRule = {
  id: "record-chain",
  subject: "record is of this chain",
  witnesses: ["record", "chain"],
  proves: "The record has the chain id of the node.",
  run: ({ record, facts }) =>
    record.chainId === undefined
      ? notGiven("the record's chain id")
      : compareText(String(facts.chainId), record.chainId),
};
