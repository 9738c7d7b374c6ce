import * as z from "zod";
import {
  answer,
  count,
  evmAddress,
  hex,
  listOf,
  nullable,
  orElse,
  shortText,
  transactionHash,
} from "../../domain/wire.ts";
import type { Shape } from "../../report/fields.ts";
import { isObject } from "../../text/is-object.ts";
import { type JsonObject, jsonOrUndefined } from "../http/parse-json.ts";

// The responses of a query service (a mirror node). A missing nullable field is null. Entity ids are `shard.realm.num`,
// timestamps are `seconds.nanoseconds`, hexadecimal values are lower case with 0x.

const entityId = z.string().regex(/^\d{1,10}\.\d{1,10}\.\d{1,10}$/, "expected an entity id");
const timestamp = z.string().regex(/^\d{1,10}(\.\d{1,9})?$/, "expected a timestamp");
const timestampRange = z.object({ from: timestamp, to: nullable(timestamp) });

const int64 = z.union([z.int(), z.string().regex(/^-?\d{16,19}$/, "expected a 64-bit integer")]).meta({
  id: "Int64",
  description: "A 64-bit integer; a string of its digits if a double can't represent it.",
});
export type Int64 = Shape<typeof int64>;

const key = answer("QueryKey", "A key that controls a contract.", () => ({
  _type: z.string(),
  key: z.string().describe("Hex."),
}));
export type QueryKey = Shape<typeof key>;

export const queryContract = answer(
  "QueryContract",
  "`GET /api/v1/contracts/{contractIdOrAddress}`. Entity ids are `shard.realm.num`, timestamps are `seconds.nanoseconds`.",
  () => ({
    admin_key: nullable(key),
    auto_renew_account: nullable(entityId),
    auto_renew_period: nullable(int64),
    contract_id: nullable(entityId),
    created_timestamp: nullable(timestamp),
    deleted: z.boolean(),
    evm_address: evmAddress.describe("Lower case, 0x and 40 hex digits."),
    expiration_timestamp: nullable(timestamp),
    file_id: nullable(entityId).describe(
      "Set if the contract was created from a file. `bytecode` then doesn't include the constructor arguments.",
    ),
    max_automatic_token_associations: nullable(z.int()),
    memo: z.string(),
    nonce: nullable(int64),
    obtainer_id: nullable(entityId),
    permanent_removal: nullable(z.boolean()),
    proxy_account_id: nullable(entityId),
    timestamp: timestampRange,
    bytecode: nullable(hex).describe(
      "Creation code, lower-case 0x-prefixed hex; null or `0x` if the record is incomplete.",
    ),
    runtime_bytecode: nullable(hex).describe(
      "Runtime code, lower-case 0x-prefixed hex; null or `0x` if the record is incomplete.",
    ),
  }),
);
export type QueryContract = Shape<typeof queryContract>;

export const queryBlock = answer("QueryBlock", "`GET /api/v1/blocks/{hashOrNumber}`.", () => ({
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
}));
export type QueryBlock = Shape<typeof queryBlock>;

export const queryBlocks = z.lazy(() => z.object({ blocks: listOf(queryBlock) }));

const links = orElse(z.object({ next: nullable(z.string()) }), {}).describe(
  "A link to the next page, which `QueryService.pages` follows.",
);

export const queryContractResult = answer(
  "QueryContractResult",
  "A contract transaction: a row of `GET /api/v1/contracts/results` and of `/contracts/{contractIdOrAddress}/results`, and the response from `/contracts/results/{transactionIdOrHash}` and `/contracts/{contractIdOrAddress}/results/{timestamp}`. In the list of one contract, the fields after `to` are null, except `hash`.",
  () => ({
    address: nullable(evmAddress).describe(
      "EVM address of the called or created contract; null if a creation failed.",
    ),
    amount: nullable(int64),
    call_result: nullable(hex).describe(
      "Lower-case 0x-prefixed hex: the return value of the call; the runtime code for a creation.",
    ),
    contract_id: nullable(entityId).describe(
      "The called or created contract; the factory if a factory created it.",
    ),
    created_contract_ids: orElse(listOf(entityId), []).describe(
      "All contracts that the transaction created, including those created by a factory.",
    ),
    error_message: nullable(z.string()),
    from: nullable(evmAddress).describe("The payer, not always the deployer."),
    function_parameters: nullable(hex).describe(
      "Lower-case 0x-prefixed hex. In lists, `0x` for a creation by an Ethereum transaction. For a creation from a file, only the constructor arguments.",
    ),
    gas_consumed: nullable(int64),
    gas_limit: nullable(int64),
    gas_used: nullable(int64),
    timestamp: timestamp.describe("The consensus timestamp."),
    to: nullable(evmAddress),
    hash: transactionHash.describe(
      "32 bytes, lower case: the hash of an Ethereum transaction. For other transactions, the first 32 bytes of the 48-byte hash.",
    ),
    block_hash: nullable(hex),
    block_number: nullable(count),
    result: nullable(shortText).describe("`SUCCESS`, or the name of a failure."),
    status: nullable(shortText).describe("`0x1` for success, `0x0` for a failure."),
    transaction_index: nullable(count),
    failed_initcode: nullable(hex).describe("The init code of a creation that failed."),
    type: nullable(count).describe("The type of an Ethereum transaction; null for any other."),
  }),
);
export type QueryContractResult = Shape<typeof queryContractResult>;

export const queryContractResults = answer(
  "QueryContractResults",
  "`GET /api/v1/contracts/results` and `GET /api/v1/contracts/{contractIdOrAddress}/results`.",
  () => ({ results: listOf(queryContractResult), links }),
);
export type QueryContractResults = Shape<typeof queryContractResults>;

const action = answer("QueryContractAction", "A call or a creation inside a transaction.", () => ({
  call_depth: count,
  call_operation_type: nullable(shortText).describe("Such as `CALL`, `CREATE`, `CREATE2` or `DELEGATECALL`."),
  call_type: nullable(shortText),
  caller: nullable(entityId),
  from: nullable(evmAddress),
  index: count,
  input: nullable(hex).describe(
    "Lower-case 0x-prefixed hex: the call data; for a creation, the init code with the constructor arguments.",
  ),
  recipient: nullable(entityId).describe("The called or created contract."),
  result_data: nullable(hex),
  result_data_type: nullable(shortText).describe("`OUTPUT`, `REVERT_REASON` or `ERROR`."),
  timestamp,
  to: nullable(evmAddress).describe("The long-zero address, even if the contract has an EVM address."),
}));
export type QueryContractAction = Shape<typeof action>;

export const queryContractActions = answer(
  "QueryContractActions",
  "`GET /api/v1/contracts/results/{transactionIdOrHash}/actions`.",
  () => ({ actions: listOf(action), links }),
);
export type QueryContractActions = Shape<typeof queryContractActions>;

const transaction = answer(
  "QueryTransaction",
  "A row of `GET /api/v1/transactions`: the fields that show what created a contract.",
  () => ({
    consensus_timestamp: timestamp,
    entity_id: nullable(entityId).describe(
      "The entity that the transaction affects; for a creation, the created entity.",
    ),
    name: shortText.describe("Such as `CONTRACTCREATEINSTANCE`, `CONTRACTCALL` or `ETHEREUMTRANSACTION`."),
    nonce: nullable(count).describe("0 for a submitted transaction; its children count from 1."),
    parent_consensus_timestamp: nullable(timestamp).describe(
      "Only for a child: the consensus timestamp of its parent transaction.",
    ),
    result: shortText.describe("`SUCCESS`, or the name of a failure."),
    scheduled: nullable(z.boolean()),
    transaction_hash: nullable(shortText).describe("48 bytes in base64, unrelated to the 32-byte EVM hash."),
    transaction_id: shortText.describe("Shared by a transaction, its duplicates and its children."),
  }),
);
export type QueryTransaction = Shape<typeof transaction>;

export const queryTransactions = z.lazy(() => z.object({ transactions: listOf(transaction) }));

export const anyAnswer = z.custom<JsonObject>(isObject, "expected an object");

const notFound = z.lazy(() => z.object({ _status: z.object({ messages: z.array(z.unknown()) }) }));

/** False for a 404 from a different server at a wrong base URL. */
export function isNotFound(text: string): boolean {
  return notFound.safeParse(jsonOrUndefined(text)).success;
}
