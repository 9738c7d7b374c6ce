import { isGoodEnough } from "../../match/match-order.ts";
import { type CheckRule, failed, passed } from "../check.ts";

export const matchGoodEnough: CheckRule = {
  id: "match-good-enough",
  subject: "match is what was asked for",
  witnesses: ["record", "request"],
  proves:
    "The record's runtime match is at least `--min-match`, and with `--require-creation` its creation match too.",
  run: ({ record, requirement }) => {
    const actual = `creation ${record.creationMatch ?? "none"}, runtime ${record.runtimeMatch ?? "none"}`;
    const sides = requirement.requireCreation ? "creation and runtime" : "runtime";
    return isGoodEnough(record, requirement)
      ? passed(actual)
      : failed(`${sides} ${requirement.minMatch}`, actual);
  },
};
