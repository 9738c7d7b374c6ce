import { z } from "zod";

/** The shapes from `interfaces.md`. Strict: additional fields are errors. */

const hex = z.string().regex(/^0x([0-9a-f]{2})*$/);
const entityId = z.string().regex(/^\d{1,10}\.\d{1,10}\.\d{1,10}$/);
const timestamp = z.string().regex(/^\d{1,10}(\.\d{1,9})?$/);
const period = z.strictObject({ from: timestamp, to: timestamp.nullable() });

export const queryContract = z.strictObject({
  admin_key: z
    .strictObject({ _type: z.enum(["ECDSA_SECP256K1", "ED25519", "ProtobufEncoded"]), key: z.string() })
    .nullable(),
  auto_renew_account: entityId.nullable(),
  auto_renew_period: z.int().nullable(),
  contract_id: entityId.nullable(),
  created_timestamp: timestamp.nullable(),
  deleted: z.boolean(),
  evm_address: z.string().regex(/^0x[0-9a-f]{40}$/),
  expiration_timestamp: timestamp.nullable(),
  file_id: entityId.nullable(),
  max_automatic_token_associations: z.int().nullable(),
  memo: z.string(),
  nonce: z.int().nullable(),
  obtainer_id: entityId.nullable(),
  permanent_removal: z.boolean().nullable(),
  proxy_account_id: entityId.nullable(),
  timestamp: period,
  bytecode: hex.nullable(),
  runtime_bytecode: hex.nullable(),
});

export const queryBlock = z.strictObject({
  count: z.int(),
  gas_used: z.int().nullable(),
  hapi_version: z.string().nullable(),
  hash: hex,
  logs_bloom: hex.nullable(),
  name: z.string().nullable(),
  number: z.int(),
  previous_hash: hex,
  size: z.int().nullable(),
  timestamp: period,
});
