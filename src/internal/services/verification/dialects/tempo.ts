import type { Dialect } from "./dialect.ts";

/** SQLite's time, which has no zone. */
const SQLITE_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/**
 * Tempo's service (apps/contract-verification of tempoxyz/tempo-apps). It writes `creationMatch: "match"` beside every
 * runtime match, and never looks at the creation code.
 */
export const tempo: Dialect = {
  name: "Tempo",
  neverComputed: {
    fields: ["creationMatch"],
    isIn: ({ verifiedAt, matchId }) =>
      (typeof verifiedAt === "string" && SQLITE_TIME.test(verifiedAt)) ||
      (typeof matchId === "string" && matchId.startsWith("native:")),
  },
};
