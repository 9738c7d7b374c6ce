import { type CheckRule, skipped } from "../check.ts";
import { needSameMetadata } from "../compare/comparable.ts";
import { compareLayouts, isSolidityLayout } from "../compare/compare-layouts.ts";
import { needCompiled } from "../compare/need.ts";

export const storageLayout: CheckRule = {
  id: "storage-layout",
  subject: "storage layout is the build's",
  witnesses: ["record", "build"],
  proves:
    "The record's storage layout has the build's variables in the same order, each with the same slot, byte, type, length and name, including the contents of mappings, arrays and structs. Skipped where the build files or the record have no Solidity storage layout (Hardhat's artifacts have none), and where the match does not cover the metadata.",
  run: (evidence) => {
    needSameMetadata(evidence);
    const { storageLayout: built } = needCompiled(evidence);
    if (!isSolidityLayout(built)) return skipped("the build files have no storage layout of the contract");
    return compareLayouts(built, evidence.record.storageLayout);
  },
};
