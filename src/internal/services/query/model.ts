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
import { jsonOrUndefined } from "../http/parse-json.ts";

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

export const queryBlock = answer("QueryBlock", "The fields of a block that date a creation.", () => ({
  hash: hex,
  number: count,
  timestamp: timestampRange,
}));
export type QueryBlock = Shape<typeof queryBlock>;

export const queryBlocks = z.lazy(() => z.object({ blocks: listOf(queryBlock) }));

const contractResult = answer(
  "QueryContractResult",
  "The fields of a contract transaction's result that show what created a contract. In the list of one contract, `function_parameters` and the block are null.",
  () => ({
    contract_id: nullable(entityId).describe(
      "The called or created contract; the factory if a factory created it.",
    ),
    created_contract_ids: orElse(listOf(entityId), []).describe(
      "All contracts that the transaction created, including those created by a factory.",
    ),
    function_parameters: nullable(hex).describe(
      "Lower-case 0x-prefixed hex. In lists, `0x` for a creation by an Ethereum transaction. For a creation from a file, only the constructor arguments.",
    ),
    timestamp: timestamp.describe("The consensus timestamp."),
    hash: transactionHash.describe(
      "32 bytes, lower case: the hash of an Ethereum transaction. For other transactions, the first 32 bytes of the 48-byte hash.",
    ),
    block_number: nullable(count),
  }),
);
export type QueryContractResult = Shape<typeof contractResult>;

export const queryContractResults = answer(
  "QueryContractResults",
  "`GET /api/v1/contracts/results` and `GET /api/v1/contracts/{contractIdOrAddress}/results`.",
  () => ({ results: listOf(contractResult) }),
);
export type QueryContractResults = Shape<typeof queryContractResults>;

const action = answer("QueryContractAction", "The fields of an action that show a creation.", () => ({
  call_operation_type: nullable(shortText).describe("Such as `CALL`, `CREATE`, `CREATE2` or `DELEGATECALL`."),
  from: nullable(evmAddress),
  input: nullable(hex).describe(
    "Lower-case 0x-prefixed hex: the call data; for a creation, the init code with the constructor arguments.",
  ),
  recipient: nullable(entityId).describe("The called or created contract."),
  result_data_type: nullable(shortText).describe("`OUTPUT`, `REVERT_REASON` or `ERROR`."),
}));
export type QueryContractAction = Shape<typeof action>;

export const queryContractActions = answer(
  "QueryContractActions",
  "`GET /api/v1/contracts/results/{transactionIdOrHash}/actions`.",
  () => ({ actions: listOf(action) }),
);
export type QueryContractActions = Shape<typeof queryContractActions>;

const transaction = answer(
  "QueryTransaction",
  "The fields of a transaction that show what created a contract.",
  () => ({
    consensus_timestamp: timestamp,
    entity_id: nullable(entityId).describe(
      "The entity that the transaction affects; for a creation, the created entity.",
    ),
    name: shortText.describe("Such as `CONTRACTCREATEINSTANCE`, `CONTRACTCALL` or `ETHEREUMTRANSACTION`."),
    parent_consensus_timestamp: nullable(timestamp).describe(
      "Only for a child: the consensus timestamp of its parent transaction.",
    ),
  }),
);
export type QueryTransaction = Shape<typeof transaction>;

export const queryTransactions = z.lazy(() => z.object({ transactions: listOf(transaction) }));

const notFound = z.lazy(() => z.object({ _status: z.object({ messages: z.array(z.unknown()) }) }));

/** False for a 404 from some other server, because the base URL is wrong. */
export function isNotFound(text: string): boolean {
  return notFound.safeParse(jsonOrUndefined(text)).success;
}

/** Trailing zeros in the fraction are ignored. */
export function sameTimestamp(one: string, other: string): boolean {
  return toNanoseconds(one) === toNanoseconds(other);
}

function toNanoseconds(timestamp: string): string {
  const [seconds = "", fraction = ""] = timestamp.split(".");
  return `${Number(seconds)}.${fraction.padEnd(9, "0")}`;
}
