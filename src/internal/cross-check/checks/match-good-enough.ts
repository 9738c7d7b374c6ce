import { isGoodEnough } from "../../domain/match.ts";
import { type CheckRule, failed, passed } from "../check.ts";
import { restsOnSameMetadata } from "../compare/comparable.ts";

export const matchGoodEnough: CheckRule = {
  id: "match-good-enough",
  subject: "match is what was asked for",
  witnesses: ["record", "build"],
  proves:
    "The record's runtime match is at least `--min-match`, and with `--require-creation` its creation match too. `--min-match exact_match` also asks it of the build: a record that is exact with somebody else's sources is no exact match of these.",
  run: (evidence) => {
    const { record, requirement, build } = evidence;
    const actual = `creation ${record.creationMatch ?? "none"}, runtime ${record.runtimeMatch ?? "none"}`;
    const sides = requirement.requireCreation ? "creation and runtime" : "runtime";
    const runtime = build?.expected.runtime;
    if (requirement.minMatch === "exact_match" && (runtime === "match" || runtime === "none")) {
      return failed("runtime exact_match of this build", `this build is a ${runtime}; stored is ${actual}`);
    }
    // What could not be foretold is told by a record that is exact: its sources are what was deployed.
    const isOfOthers =
      build?.compiled !== undefined &&
      record.runtimeMatch === "exact_match" &&
      !restsOnSameMetadata(evidence);
    if (requirement.minMatch === "exact_match" && isOfOthers) {
      return failed("runtime exact_match of this build", `stored is ${actual}, of other sources`);
    }
    return isGoodEnough(record, requirement)
      ? passed(actual)
      : failed(`${sides} ${requirement.minMatch}`, actual);
  },
};
