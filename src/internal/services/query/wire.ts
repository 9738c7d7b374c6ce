import { z } from "zod";
import { parseJson } from "../http/parse-json.ts";
import { count, hex, int64, nullable } from "../wire/primitives.ts";
import type { JsonObject } from "./json.ts";
import type { QueryBlock, QueryContract } from "./model.ts";

const entityId = z.string().regex(/^\d{1,10}\.\d{1,10}\.\d{1,10}$/, "expected an entity id");
const timestamp = z.string().regex(/^\d{1,10}(\.\d{1,9})?$/, "expected a timestamp");
const timestampRange = z.object({ from: timestamp, to: nullable(timestamp) });
const evmAddress = z
  .string()
  .regex(/^(0x)?[A-Fa-f0-9]{40}$/, "expected an EVM address")
  .transform((text) => `0x${text.toLowerCase().replace(/^0x/, "")}`);

/** `GET /api/v1/contracts/{contractIdOrAddress}`. A nullable field that is missing is null. */
export const wireContract = z.object({
  admin_key: nullable(z.object({ _type: z.string(), key: z.string() })),
  auto_renew_account: nullable(entityId),
  auto_renew_period: nullable(int64),
  contract_id: nullable(entityId),
  created_timestamp: nullable(timestamp),
  deleted: z.boolean(),
  evm_address: evmAddress,
  expiration_timestamp: nullable(timestamp),
  file_id: nullable(entityId),
  max_automatic_token_associations: nullable(z.int()),
  memo: z.string(),
  nonce: nullable(int64),
  obtainer_id: nullable(entityId),
  permanent_removal: nullable(z.boolean()),
  proxy_account_id: nullable(entityId),
  timestamp: timestampRange,
  bytecode: nullable(hex),
  runtime_bytecode: nullable(hex),
}) satisfies z.ZodType<QueryContract>;

/** `GET /api/v1/blocks/{hashOrNumber}`. */
export const wireBlock = z.object({
  count,
  gas_used: nullable(int64),
  hapi_version: nullable(z.string()),
  hash: hex,
  logs_bloom: nullable(hex),
  name: nullable(z.string()),
  number: count,
  previous_hash: hex,
  size: nullable(z.int()),
  timestamp: timestampRange,
}) satisfies z.ZodType<QueryBlock>;

/** A forwarded answer: any object. */
export const wireObject = z.custom<JsonObject>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "expected an object",
);

const wireNotFound = z.object({ _status: z.object({ messages: z.array(z.unknown()) }) });

/** Whether the body of a 404 is a query service's own, and not that of some server at a wrong base URL. */
export function isNotFound(text: string): boolean {
  try {
    return wireNotFound.safeParse(parseJson(text)).success;
  } catch {
    return false;
  }
}
