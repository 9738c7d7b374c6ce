import * as z from "zod";
import { address, dateTime, optional } from "../wire/primitives.ts";

/** An unknown value is none of these, so it never counts as success. */
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
