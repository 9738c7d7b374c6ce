import * as z from "zod";
import { jsonOrUndefined } from "../http/parse-json.ts";
import { count, hex, int64, listOf, nullable, shortText, transactionHash } from "../wire/primitives.ts";
import type {
  JsonObject,
  QueryBlock,
  QueryContract,
  QueryContractAction,
  QueryContractActions,
  QueryContractResult,
  QueryContractResults,
  QueryTransaction,
} from "./model.ts";

const entityId = z.string().regex(/^\d{1,10}\.\d{1,10}\.\d{1,10}$/, "expected an entity id");
const timestamp = z.string().regex(/^\d{1,10}(\.\d{1,9})?$/, "expected a timestamp");
const timestampRange = z.object({ from: timestamp, to: nullable(timestamp) });
const evmAddress = z
  .string()
  .regex(/^(0x)?[A-Fa-f0-9]{40}$/, "expected an EVM address")
  .transform((text) => `0x${text.toLowerCase().replace(/^0x/, "")}`);

/** `GET /api/v1/contracts/{contractIdOrAddress}`. A nullable field that is missing is null. */
export const wireContract = z.lazy(() =>
  z.object({
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
  }),
) satisfies z.ZodType<QueryContract>;

/** `GET /api/v1/blocks/{hashOrNumber}`. */
export const wireBlock = z.lazy(() =>
  z.object({
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
  }),
) satisfies z.ZodType<QueryBlock>;

const links = z
  .object({ next: nullable(z.string()) })
  .nullish()
  .transform((value) => value ?? { next: null });

/** `GET /api/v1/contracts/results/{transactionIdOrHash}`, and the rows of the lists, which have fewer fields. */
export const wireContractResult = z.lazy(() =>
  z.object({
    address: nullable(evmAddress),
    amount: nullable(int64),
    call_result: nullable(hex),
    contract_id: nullable(entityId),
    created_contract_ids: listOf(entityId)
      .nullish()
      .transform((ids) => ids ?? []),
    error_message: nullable(z.string()),
    from: nullable(evmAddress),
    function_parameters: nullable(hex),
    gas_consumed: nullable(int64),
    gas_limit: nullable(int64),
    gas_used: nullable(int64),
    timestamp,
    to: nullable(evmAddress),
    hash: transactionHash,
    block_hash: nullable(hex),
    block_number: nullable(count),
    result: nullable(shortText),
    status: nullable(shortText),
    transaction_index: nullable(count),
    failed_initcode: nullable(hex),
    type: nullable(count),
  }),
) satisfies z.ZodType<QueryContractResult>;

/** `GET /api/v1/contracts/results` and `GET /api/v1/contracts/{contractIdOrAddress}/results`. */
export const wireContractResults = z.lazy(() =>
  z.object({
    results: listOf(wireContractResult),
    links,
  }),
) satisfies z.ZodType<QueryContractResults>;

const wireContractAction = z.lazy(() =>
  z.object({
    call_depth: count,
    call_operation_type: nullable(shortText),
    call_type: nullable(shortText),
    caller: nullable(entityId),
    from: nullable(evmAddress),
    index: count,
    input: nullable(hex),
    recipient: nullable(entityId),
    result_data: nullable(hex),
    result_data_type: nullable(shortText),
    timestamp,
    to: nullable(evmAddress),
  }),
) satisfies z.ZodType<QueryContractAction>;

/** `GET /api/v1/contracts/results/{transactionIdOrHash}/actions`. */
export const wireContractActions = z.lazy(() =>
  z.object({
    actions: listOf(wireContractAction),
    links,
  }),
) satisfies z.ZodType<QueryContractActions>;

const wireTransaction = z.lazy(() =>
  z.object({
    consensus_timestamp: timestamp,
    entity_id: nullable(entityId),
    name: shortText,
    nonce: nullable(count),
    parent_consensus_timestamp: nullable(timestamp),
    result: shortText,
    scheduled: nullable(z.boolean()),
    transaction_hash: nullable(shortText),
    transaction_id: shortText,
  }),
) satisfies z.ZodType<QueryTransaction>;

/** `GET /api/v1/transactions`, as far as it says what created a contract. */
export const wireTransactions = z.lazy(() => z.object({ transactions: listOf(wireTransaction) }));

/** A forwarded answer: any object. */
export const wireObject = z.custom<JsonObject>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "expected an object",
);

const wireNotFound = z.lazy(() => z.object({ _status: z.object({ messages: z.array(z.unknown()) }) }));

/** Whether the body of a 404 is a query service's own, and not that of some server at a wrong base URL. */
export function isNotFound(text: string): boolean {
  return wireNotFound.safeParse(jsonOrUndefined(text)).success;
}
