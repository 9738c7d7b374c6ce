import { ALWAYS, emptied, hasCreationMatch, type Pair, pair } from "./pair.ts";

export const NOTHING_TO_COMPARE: readonly Pair[] = [
  pair("runtime: no codes", ["runtime-code-chain"], ALWAYS, ({ record }) => {
    Object.assign(record.runtimeBytecode, { onchainBytecode: null, recompiledBytecode: null });
  }),
  pair("creation: no codes", ["creation-code-chain", "replay-creation"], hasCreationMatch, ({ record }) => {
    Object.assign(record.creationBytecode, { onchainBytecode: null, recompiledBytecode: null });
  }),
  pair("no transformations and no values", ["replay-runtime"], ALWAYS, ({ record }) => {
    Object.assign(record.runtimeBytecode, { transformations: null, transformationValues: null });
  }),
  pair(
    "transformations and values emptied",
    ["replay-runtime"],
    ({ record }) => (record.runtimeBytecode?.transformations?.length ?? 0) > 0,
    ({ record }) => emptied(record.runtimeBytecode),
  ),
  pair("no metadata and no sources", ["record-sources"], ALWAYS, ({ record }) => {
    Object.assign(record, { metadata: null, sources: null });
  }),
  pair("metadata without sources, and no sources", ["record-sources"], ALWAYS, ({ record }) => {
    record.metadata.sources = {};
    record.sources = {};
  }),
  pair("nothing but the matches", ["runtime-code-chain", "abi"], ALWAYS, ({ record }) => {
    for (const key of Object.keys(record))
      if (!/match|chainId|address|verifiedAt/i.test(key)) delete record[key];
  }),
];
