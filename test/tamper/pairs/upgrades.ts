import { ALWAYS, emptied, hasCreationMatch, isWeaker, type Pair, pair } from "./pair.ts";

const ALL_EXACT = { match: "exact_match", runtimeMatch: "exact_match", creationMatch: "exact_match" };

export const UPGRADES: readonly Pair[] = [
  pair("match and runtimeMatch upgraded", ["match-claim"], isWeaker, ({ record }) => {
    Object.assign(record, { match: "exact_match", runtimeMatch: "exact_match" });
  }),
  pair("all three matches upgraded", ["match-claim"], isWeaker, ({ record }) => {
    Object.assign(record, ALL_EXACT);
  }),
  pair("all three matches upgraded, and no transformations", ["match-claim"], isWeaker, ({ record }) => {
    Object.assign(record, ALL_EXACT);
    emptied(record.runtimeBytecode);
    emptied(record.creationBytecode);
  }),
  pair(
    "all upgraded, and the code on chain is said to be what was compiled",
    ["match-claim", "recompiled-code", "record-references", "metadata-hash"],
    isWeaker,
    ({ record }) => {
      Object.assign(record, ALL_EXACT);
      for (const side of [record.runtimeBytecode, record.creationBytecode]) {
        side.recompiledBytecode = side.onchainBytecode;
        emptied(side);
      }
    },
  ),
  pair(
    "the creation side made up, with the code that was compiled",
    ["match-claim", "creation-code-chain", "replay-creation"],
    ({ record }) => record.creationMatch === null,
    ({ record }) => {
      record.creationMatch = "exact_match";
      record.creationBytecode.onchainBytecode = "0x6001";
      emptied(record.creationBytecode);
    },
  ),
  pair("no match at all", ["match-good-enough"], ALWAYS, ({ record }) => {
    Object.assign(record, { match: null, runtimeMatch: null, creationMatch: null });
  }),
  pair("a creation match alone", ["match-good-enough"], hasCreationMatch, ({ record }) => {
    record.runtimeMatch = null;
    record.match = record.creationMatch;
    Object.assign(record.runtimeBytecode, { transformations: null, transformationValues: null });
  }),
];
