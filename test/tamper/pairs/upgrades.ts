import { emptied, hasCreationMatch, isWeaker, type Pair, pair } from "./pair.ts";

/** Matches that are better than what was found, and what would make them believed. */
export const UPGRADES: readonly Pair[] = [
  pair(
    "match and runtimeMatch upgraded",
    ["match-claim"],
    ({ record }) => {
      Object.assign(record, { match: "exact_match", runtimeMatch: "exact_match" });
    },
    isWeaker,
  ),
  pair(
    "all three matches upgraded",
    ["match-claim"],
    ({ record }) => {
      Object.assign(record, {
        match: "exact_match",
        runtimeMatch: "exact_match",
        creationMatch: "exact_match",
      });
    },
    isWeaker,
  ),
  pair(
    "all three matches upgraded, and no transformations",
    ["match-claim"],
    ({ record }) => {
      Object.assign(record, {
        match: "exact_match",
        runtimeMatch: "exact_match",
        creationMatch: "exact_match",
      });
      emptied(record.runtimeBytecode);
      emptied(record.creationBytecode);
    },
    isWeaker,
  ),
  pair(
    "all upgraded, and the code on chain is said to be what was compiled",
    ["match-claim", "recompiled-code", "record-references", "metadata-hash"],
    ({ record }) => {
      Object.assign(record, {
        match: "exact_match",
        runtimeMatch: "exact_match",
        creationMatch: "exact_match",
      });
      for (const side of [record.runtimeBytecode, record.creationBytecode]) {
        side.recompiledBytecode = side.onchainBytecode;
        emptied(side);
      }
    },
    isWeaker,
  ),
  pair(
    "the creation side made up, with the code that was compiled",
    ["match-claim", "creation-code-chain", "replay-creation"],
    ({ record }) => {
      record.creationMatch = "exact_match";
      record.creationBytecode.onchainBytecode = "0x6001";
      emptied(record.creationBytecode);
    },
    ({ record }) => record.creationMatch === null,
  ),
  pair("no match at all", ["match-good-enough"], ({ record }) => {
    Object.assign(record, { match: null, runtimeMatch: null, creationMatch: null });
  }),
  pair(
    "a creation match alone",
    ["match-good-enough"],
    ({ record }) => {
      record.runtimeMatch = null;
      record.match = record.creationMatch;
      Object.assign(record.runtimeBytecode, { transformations: null, transformationValues: null });
    },
    hasCreationMatch,
  ),
];
