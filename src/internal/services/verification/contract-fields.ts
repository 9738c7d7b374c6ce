import type { ContractRecord, MatchSummary } from "./model.ts";

/** A whole field of a stored record; the matches always come. */
export type ContractFieldName = Exclude<keyof ContractRecord, keyof MatchSummary>;

type BytecodePart =
  | "onchainBytecode"
  | "recompiledBytecode"
  | "sourceMap"
  | "linkReferences"
  | "cborAuxdata"
  | "transformations"
  | "transformationValues";

/**
 * What `fields` takes: a whole field, or one part of a field whose parts may be missing; `all` costs the service proxy
 * look-ups. The service takes one level of nesting.
 */
export type ContractField =
  | "all"
  | ContractFieldName
  | `creationBytecode.${BytecodePart}`
  | `runtimeBytecode.${BytecodePart | "immutableReferences"}`
  | `deployment.${"transactionHash" | "blockNumber" | "transactionIndex" | "deployer"}`;
