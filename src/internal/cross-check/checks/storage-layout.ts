import { type CheckRule, failed, passed, skipped } from "../check.ts";
import { OTHER_METADATA, restsOnSameMetadata } from "../comparable.ts";
import { describeLayout, isSolidityLayout } from "../described-layout.ts";
import { withCompiled } from "../with-build.ts";

export const storageLayout: CheckRule = {
  id: "storage-layout",
  subject: "storage layout is the build's",
  witnesses: ["record", "build"],
  proves:
    "The record's storage layout has the variables of the build's, in the same order: slot, byte, type, length and name of each. Skipped where the build files or the record have no layout of Solidity's form, as the artifacts of Hardhat have none, and where the match does not cover the metadata.",
  run: (evidence) => {
    if (!restsOnSameMetadata(evidence)) return skipped(OTHER_METADATA);
    return withCompiled(evidence, ({ storageLayout: built }) => {
      if (!isSolidityLayout(built)) return skipped("the build files have no storage layout of the contract");
      const stored = evidence.record.storageLayout;
      if (stored === undefined || stored === null) return skipped("the record has no storage layout");
      if (!isSolidityLayout(stored)) return skipped("the record's storage layout is not in Solidity's form");
      const [expected, actual] = [describeLayout(built), describeLayout(stored)];
      const length = Math.max(expected.length, actual.length);
      const first = Array.from({ length }, (_, index) => index).find((at) => expected[at] !== actual[at]);
      return first === undefined
        ? passed(`${built.storage.length} ${built.storage.length === 1 ? "variable" : "variables"}`)
        : failed(shown(expected[first]), shown(actual[first]));
    });
  },
};

function shown(variable: string | undefined): string {
  if (variable === undefined) return "no further variable";
  return variable.length > LONGEST ? `${variable.slice(0, LONGEST)}…` : variable;
}

const LONGEST = 200;
