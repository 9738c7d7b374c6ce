import { z } from "zod";

/** What the query client promises, written down a second time and without any leniency. */
const code = z.string().regex(/^0x([0-9a-f]{2})*$/);
const entityId = z.string().regex(/^\d+\.\d+\.\d+$/);
const timestamp = z.string().regex(/^\d+(\.\d+)?$/);
const int64 = z.union([z.int(), z.string().regex(/^-?\d{16,19}$/)]);
const range = z.object({ from: timestamp, to: timestamp.nullable() });

export const contractForm = z.object({
  admin_key: z.object({ _type: z.string(), key: z.string() }).nullable(),
  auto_renew_account: entityId.nullable(),
  auto_renew_period: int64.nullable(),
  contract_id: entityId.nullable(),
  created_timestamp: timestamp.nullable(),
  deleted: z.boolean(),
  evm_address: z.string().regex(/^0x[0-9a-f]{40}$/),
  expiration_timestamp: timestamp.nullable(),
  file_id: entityId.nullable(),
  max_automatic_token_associations: z.int().nullable(),
  memo: z.string(),
  nonce: int64.nullable(),
  obtainer_id: entityId.nullable(),
  permanent_removal: z.boolean().nullable(),
  proxy_account_id: entityId.nullable(),
  timestamp: range,
  bytecode: code.nullable(),
  runtime_bytecode: code.nullable(),
});

export const blockForm = z.object({
  count: z.int().nonnegative(),
  gas_used: int64.nullable(),
  hapi_version: z.string().nullable(),
  hash: code,
  logs_bloom: code.nullable(),
  name: z.string().nullable(),
  number: z.int().nonnegative(),
  previous_hash: code,
  size: z.int().nullable(),
  timestamp: range,
});
