import { z } from "zod";
import { address, dateTime, optional } from "../wire/primitives.ts";

/** An unknown value is not taken for any of these, so that it can't pass for success. */
const match = z.enum(["match", "exact_match"]).nullable();

export const matchShape = {
  match,
  creationMatch: match,
  runtimeMatch: match,
  chainId: z.string().regex(/^\d{1,20}$/, "expected a chain id"),
  address,
  verifiedAt: optional(dateTime),
  matchId: optional(z.string()),
};
