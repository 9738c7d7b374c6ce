import { emptied, hasCreationMatch, type Pair, pair } from "./pair.ts";

/** Both sides of a comparison are gone. */
export const NOTHING_TO_COMPARE: readonly Pair[] = [
  pair("runtime: no codes", ["runtime-code-chain"], ({ record }) => {
    Object.assign(record.runtimeBytecode, { onchainBytecode: null, recompiledBytecode: null });
  }),
  pair(
    "creation: no codes",
    ["creation-code-chain", "replay-creation"],
    ({ record }) => {
      Object.assign(record.creationBytecode, { onchainBytecode: null, recompiledBytecode: null });
    },
    hasCreationMatch,
  ),
  pair("no transformations and no values", ["replay-runtime"], ({ record }) => {
    Object.assign(record.runtimeBytecode, { transformations: null, transformationValues: null });
  }),
  pair(
    "transformations and values emptied",
    ["replay-runtime"],
    ({ record }) => emptied(record.runtimeBytecode),
    ({ record }) => (record.runtimeBytecode?.transformations?.length ?? 0) > 0,
  ),
  pair("no metadata and no sources", ["record-sources"], ({ record }) => {
    Object.assign(record, { metadata: null, sources: null });
  }),
  pair("metadata without sources, and no sources", ["record-sources"], ({ record }) => {
    record.metadata.sources = {};
    record.sources = {};
  }),
  pair("nothing but the matches", ["runtime-code-chain", "abi"], ({ record }) => {
    for (const key of Object.keys(record))
      if (!/match|chainId|address|verifiedAt/i.test(key)) delete record[key];
  }),
];
