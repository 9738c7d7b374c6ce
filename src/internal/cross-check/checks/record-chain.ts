import type { CheckRule } from "../check.ts";
import { compareText } from "../compare/compare-values.ts";

export const recordChain: CheckRule = {
  id: "record-chain",
  subject: "record is of this chain",
  witnesses: ["record", "chain"],
  proves: "The record that was read is of the chain that the node names.",
  run: ({ record, facts }) => compareText(String(facts.chainId), record.chainId),
};
