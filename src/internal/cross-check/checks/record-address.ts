import type { CheckRule } from "../check.ts";
import { compareText } from "../compare/compare-values.ts";

export const recordAddress: CheckRule = {
  id: "record-address",
  subject: "record is of this address",
  witnesses: ["record", "request"],
  proves: "The record that was read is of the address that was asked for, in any letter case.",
  run: ({ record, facts }) => compareText(facts.address.toLowerCase(), record.address.toLowerCase()),
};
