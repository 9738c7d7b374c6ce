import type { ContractFields } from "../../domain/record.ts";

/** A JSON object as a service sent it. */
export type Sent = Readonly<Record<string, unknown>>;

/**
 * How a service differs from Sourcify's interface, v2. Different spellings are left out: `wire-match.ts`
 * reads every spelling, whoever writes it.
 */
export interface Dialect {
  /** Routes that are not below `/v2`. Asked for where `/v2` is not there. */
  readonly routes?: {
    /** The start of its paths, in place of `/v2`. */
    readonly prefix: string;
    /** The chains that it may be used for, and why no others. */
    readonly chainIds: readonly number[];
    readonly whyNoOthers: string;
    /** Fields of a record that it refuses to be asked for. */
    readonly unknownFields: readonly (keyof ContractFields)[];
  };
  /** True if a record, or the matches in a job, are of such a service, which writes a `creationMatch` without computing it. */
  readonly inventsCreationMatch?: (match: Sent) => boolean;
}

/** SQLite's time, which has no zone. */
const SQLITE_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/** Every service that differs, by its name. */
export const DIALECTS: Readonly<Record<string, Dialect>> = {
  // apps/contract-verification of tempoxyz/tempo-apps: "match" beside every runtime match, and never looks at the creation code.
  Tempo: {
    inventsCreationMatch: ({ verifiedAt, matchId }) =>
      (typeof verifiedAt === "string" && SQLITE_TIME.test(verifiedAt)) ||
      (typeof matchId === "string" && matchId.startsWith("native:")),
  },
  // Avalanche's Builder Hub compares the runtime code alone, and writes null.
  Avalanche: {
    inventsCreationMatch: ({ matchId, chainId, address }) =>
      [matchId, chainId, address].every((part) => typeof part === "string") &&
      String(matchId).toLowerCase() === `${chainId}:${address}`.toLowerCase(),
  },
  // Conflux's fork of Sourcify. Its ids of core space are other networks' everywhere else.
  Conflux: {
    routes: {
      prefix: "",
      chainIds: [71, 1030],
      unknownFields: ["signatures", "transientStorageLayout"],
      whyNoOthers:
        "a Conflux service is used for eSpace, chains 71 and 1030; its 1 and 1029 are Conflux's core space, which no EVM node shows",
    },
  },
};
