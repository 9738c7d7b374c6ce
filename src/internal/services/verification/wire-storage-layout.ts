import * as z from "zod";
import { isWalkable } from "../../domain/storage-layout.ts";
import { count, digits, listOf, mapOf, nullable, objectOf, optional } from "../wire/primitives.ts";

const variable = objectOf({
  astId: optional(count),
  contract: optional(z.string()),
  label: z.string(),
  offset: count,
  slot: digits,
  type: z.string(),
});

const type = objectOf({
  encoding: optional(z.string()),
  label: z.string(),
  numberOfBytes: digits,
  base: optional(z.string()),
  key: optional(z.string()),
  value: optional(z.string()),
  members: optional(listOf(variable)),
});

const solidity = z
  .object({ storage: listOf(variable), types: nullable(mapOf(type)) })
  .refine(
    (layout) => isWalkable(layout),
    "expected at most 100,000 variables, and no struct that contains itself",
  );

const vyper = mapOf(objectOf({ type: z.string(), slot: count, n_slots: optional(count) }));

/** Solidity's form has a list, `storage`; in Vyper's a variable can have that name, and is an object. */
export const wireStorageLayout = z.union([solidity, vyper]);
