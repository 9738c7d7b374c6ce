import { type CheckRule, given } from "../check.ts";
import { compareText } from "../compare/compare-values.ts";

export const recordAddress: CheckRule = {
  id: "record-address",
  subject: "record is of this address",
  witnesses: ["record", "request"],
  proves: "The record has the requested address, in any letter case.",
  run: ({ record, facts }) =>
    compareText(facts.address.toLowerCase(), given(record.address, "the record's address").toLowerCase()),
};
