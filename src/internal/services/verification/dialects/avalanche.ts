import type { Dialect } from "./dialect.ts";

/** Avalanche's Builder Hub, which compares the runtime code alone and writes `creationMatch: null`. */
export const avalanche: Dialect = {
  name: "Avalanche",
  neverComputed: {
    fields: ["creationMatch"],
    isIn: ({ matchId, chainId, address }) =>
      [matchId, chainId, address].every((part) => typeof part === "string") &&
      String(matchId).toLowerCase() === `${chainId}:${address}`.toLowerCase(),
  },
};
