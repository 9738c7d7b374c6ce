import { isGoodEnough } from "../../domain/match.ts";
import { type CheckRule, type Finding, failed, notGiven, passed } from "../check.ts";
import { restsOnSameMetadata } from "../compare/comparable.ts";
import { describeSides } from "../compare/compare-values.ts";
import { writtenCode } from "../compare/compiled-here.ts";
import type { Evidence } from "../evidence.ts";

export const matchGoodEnough: CheckRule = {
  id: "match-good-enough",
  subject: "match is what was asked for",
  witnesses: ["record", "build"],
  proves:
    "The record's runtime match is at least `--min-match`, and with `--require-creation` its creation match too. `--min-match exact_match` also requires that the build is the exact match: an exact record of another author's sources is not enough. Where the constructor writes the runtime code itself, the creation match takes the place of the runtime match, which no service can give.",
  run: (evidence) => {
    const { record, requirement, build } = evidence;
    if (writtenCode(evidence) !== undefined) return compareCreation(evidence);
    if (record.runtimeMatch === undefined) return notGiven("the runtime match");
    const actual = describeSides(record);
    const sides = requirement.requireCreation ? "creation and runtime" : "runtime";
    const runtime = build?.expected.runtime;
    if (requirement.minMatch === "exact_match" && (runtime === "match" || runtime === "none")) {
      return failed("runtime exact_match of this build", `this build: ${runtime}; stored: ${actual}`);
    }
    // An exact record settles what could not be predicted: its sources are the deployed ones.
    const isOfOthers =
      build?.compiled !== undefined &&
      record.runtimeMatch === "exact_match" &&
      !restsOnSameMetadata(evidence);
    if (requirement.minMatch === "exact_match" && isOfOthers) {
      return failed("runtime exact_match of this build", `stored: ${actual}, from other sources`);
    }
    return isGoodEnough(record, requirement)
      ? passed(actual)
      : failed(`${sides} ${requirement.minMatch}`, actual);
  },
};

function compareCreation({ record, requirement }: Evidence): Finding {
  const { creationMatch } = record;
  if (creationMatch === undefined) return notGiven("the creation match");
  const actual = describeSides(record);
  return isGoodEnough({ creationMatch, runtimeMatch: creationMatch }, requirement)
    ? passed(actual)
    : failed(`creation ${requirement.minMatch}`, actual);
}
