import { type CheckRule, notGiven } from "../check.ts";
import { compareText } from "../compare/compare-values.ts";

export const recordAddress: CheckRule = {
  id: "record-address",
  subject: "record is of this address",
  witnesses: ["record", "request"],
  proves: "The record has the requested address, in any letter case.",
  run: ({ record, facts }) =>
    record.address === undefined
      ? notGiven("the record's address")
      : compareText(facts.address.toLowerCase(), record.address.toLowerCase()),
};
