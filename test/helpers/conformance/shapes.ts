import { z } from "zod";

/** The shapes from `interfaces.md`. Strict: additional fields are errors. */

const hex = z.string().regex(/^0x([0-9a-f]{2})*$/);
const digits = z.string().regex(/^\d+$/);
const uuid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const time = z.iso.datetime();
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const match = z.enum(["match", "exact_match"]).nullable();
const object = z.record(z.string(), z.unknown());

const matches = {
  match,
  creationMatch: match,
  runtimeMatch: match,
  chainId: z.string().regex(/^\d{1,20}$/),
  address,
};

const unverified = z.strictObject({
  ...matches,
  match: z.null(),
  creationMatch: z.null(),
  runtimeMatch: z.null(),
});

const errorBody = z.strictObject({ customCode: z.string(), message: z.string(), errorId: uuid });
const jobHead = { verificationId: uuid, jobStartTime: time };
const matchedJob = z.strictObject({
  ...jobHead,
  isJobCompleted: z.literal(true),
  jobFinishTime: time,
  compilationTime: digits,
  contract: z.strictObject({ ...matches, verifiedAt: time.optional(), matchId: digits.optional() }),
});
const failedJob = z.strictObject({
  ...jobHead,
  isJobCompleted: z.literal(true),
  jobFinishTime: time,
  contract: unverified,
  error: errorBody.extend({
    recompiledCreationCode: hex.optional(),
    recompiledRuntimeCode: hex.optional(),
    onchainCreationCode: hex.optional(),
    onchainRuntimeCode: hex.optional(),
    creationTransactionHash: hex.optional(),
    errorData: z
      .strictObject({
        compilerErrors: z.array(object).optional(),
        compilerErrorMessage: z.string().optional(),
      })
      .optional(),
  }),
});

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
