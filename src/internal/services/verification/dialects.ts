import type { ContractFields } from "../../domain/record.ts";
import type { Json } from "../../text/is-object.ts";

/** How a service differs from Sourcify's v2 API. `wire-match.ts` accepts every spelling from any service. */
export interface Dialect {
  /** Routes outside `/v2`, used if `/v2` doesn't exist. */
  readonly routes?: {
    readonly prefix: string;
    /** The chains for which the routes may be used, and the reason for excluding all others. */
    readonly chainIds: readonly number[];
    readonly whyNoOthers: string;
    /** Record fields that can't be requested through these routes. */
    readonly unknownFields: readonly (keyof ContractFields)[];
  };
  /** True for a record, or the matches in a job, of a service that reports a match without computing it. */
  readonly inventsCreationMatch?: (match: Json) => boolean;
}

/** SQLite timestamps have no time zone. */
const SQLITE_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

export const DIALECTS: Readonly<Record<string, Dialect>> = {
  // apps/contract-verification in tempoxyz/tempo-apps reports "match" without comparing the creation code.
  Tempo: {
    inventsCreationMatch: ({ verifiedAt, matchId }) =>
      (typeof verifiedAt === "string" && SQLITE_TIME.test(verifiedAt)) ||
      (typeof matchId === "string" && matchId.startsWith("native:")),
  },
  // Avalanche's Builder Hub compares only the runtime code and reports null.
  Avalanche: {
    inventsCreationMatch: ({ matchId, chainId, address }) =>
      [matchId, chainId, address].every((part) => typeof part === "string") &&
      String(matchId).toLowerCase() === `${chainId}:${address}`.toLowerCase(),
  },
  // Conflux's fork of Sourcify. Elsewhere, the chain ids of its core space belong to other networks.
  Conflux: {
    routes: {
      prefix: "",
      chainIds: [71, 1030],
      unknownFields: ["signatures", "transientStorageLayout"],
      whyNoOthers:
        "a Conflux service is used for eSpace, chains 71 and 1030; its chains 1 and 1029 are Conflux's core space, which no EVM node serves",
    },
  },
};
