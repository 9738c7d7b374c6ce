/** A JSON value as it came. An integer that a double can't hold is a string of its digits. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** A 64-bit integer: a string of its digits when a double can't hold it. */
export type Int64 = number | string;

/** A key that controls a contract. */
export interface QueryKey {
  readonly _type: string;
  /** Hex. */
  readonly key: string;
}

/**
 * `GET /api/v1/contracts/{contractIdOrAddress}` of a query service (a mirror node).
 * Entity ids are `shard.realm.num`, timestamps are `seconds.nanoseconds`.
 */
export interface QueryContract {
  readonly admin_key: QueryKey | null;
  readonly auto_renew_account: string | null;
  readonly auto_renew_period: Int64 | null;
  readonly contract_id: string | null;
  readonly created_timestamp: string | null;
  readonly deleted: boolean;
  /** Lower case, 0x and 40 hex digits once decoded, whatever prefix came. */
  readonly evm_address: string;
  readonly expiration_timestamp: string | null;
  /** Set when the contract was created from a file: `bytecode` then lacks the constructor arguments. */
  readonly file_id: string | null;
  readonly max_automatic_token_associations: number | null;
  readonly memo: string;
  readonly nonce: Int64 | null;
  readonly obtainer_id: string | null;
  readonly permanent_removal: boolean | null;
  readonly proxy_account_id: string | null;
  readonly timestamp: { readonly from: string; readonly to: string | null };
  /** Creation code, lower-case 0x-hex once decoded; null or `0x` when the record is incomplete. */
  readonly bytecode: string | null;
  /** Runtime code, lower-case 0x-hex once decoded; null or `0x` when the record is incomplete. */
  readonly runtime_bytecode: string | null;
}

/** `GET /api/v1/blocks/{hashOrNumber}`. */
export interface QueryBlock {
  readonly count: number;
  readonly gas_used: Int64 | null;
  readonly hapi_version: string | null;
  readonly hash: string;
  readonly logs_bloom: string | null;
  readonly name: string | null;
  readonly number: number;
  readonly previous_hash: string;
  readonly size: number | null;
  readonly timestamp: { readonly from: string; readonly to: string | null };
}

/** The next page of a list, which {@link QueryService.pages} follows. */
interface QueryLinks {
  readonly next: string | null;
}

/**
 * A contract transaction: a row of `GET /api/v1/contracts/results` and of `/contracts/{contractIdOrAddress}/results`, and the
 * answer of `/contracts/results/{transactionIdOrHash}` and `/contracts/{contractIdOrAddress}/results/{timestamp}`.
 * The lists of one contract lack what follows `to` but `hash`: those fields are then null.
 */
export interface QueryContractResult {
  /** EVM address of the called or created contract; null when a creation failed. */
  readonly address: string | null;
  readonly amount: Int64 | null;
  /** Lower-case 0x-hex: what the call returned, for a creation the runtime code. */
  readonly call_result: string | null;
  /** The called or created contract; for a creation by a factory, the factory. */
  readonly contract_id: string | null;
  /** All contracts that the transaction created, also those that a factory created in it. */
  readonly created_contract_ids: readonly string[];
  readonly error_message: string | null;
  /** The payer, not always the deployer. */
  readonly from: string | null;
  /**
   * Lower-case 0x-hex. In the lists `0x` for a creation by an Ethereum transaction; for a creation from a file, the
   * constructor arguments alone.
   */
  readonly function_parameters: string | null;
  readonly gas_consumed: Int64 | null;
  readonly gas_limit: Int64 | null;
  readonly gas_used: Int64 | null;
  /** The consensus timestamp. */
  readonly timestamp: string;
  readonly to: string | null;
  /** 32 bytes, lower case: the hash of the Ethereum transaction, and of any other the first 32 bytes of its 48-byte hash. */
  readonly hash: string;
  readonly block_hash: string | null;
  readonly block_number: number | null;
  /** `SUCCESS`, or the name of a failure. */
  readonly result: string | null;
  /** `0x1` for success, `0x0` for a failure. */
  readonly status: string | null;
  readonly transaction_index: number | null;
  /** The init code of a creation that failed. */
  readonly failed_initcode: string | null;
  /** The type of an Ethereum transaction; null for any other. */
  readonly type: number | null;
}

export interface QueryContractResults {
  readonly results: readonly QueryContractResult[];
  readonly links: QueryLinks;
}

/** A row of `GET /api/v1/contracts/results/{transactionIdOrHash}/actions`: a call or a creation inside a transaction. */
export interface QueryContractAction {
  readonly call_depth: number;
  /** `CALL`, `CREATE`, `CREATE2`, `DELEGATECALL` and others. */
  readonly call_operation_type: string | null;
  readonly call_type: string | null;
  /** An entity id. */
  readonly caller: string | null;
  readonly from: string | null;
  readonly index: number;
  /** Lower-case 0x-hex: call data, for a creation the init code with the constructor arguments. */
  readonly input: string | null;
  /** An entity id: the called or created contract. */
  readonly recipient: string | null;
  readonly result_data: string | null;
  /** `OUTPUT`, `REVERT_REASON` or `ERROR`. */
  readonly result_data_type: string | null;
  readonly timestamp: string;
  /** The long-zero address, also of a contract that has an EVM address. */
  readonly to: string | null;
}

export interface QueryContractActions {
  readonly actions: readonly QueryContractAction[];
  readonly links: QueryLinks;
}

/** A row of `GET /api/v1/transactions`: the fields that say what created a contract. */
export interface QueryTransaction {
  readonly consensus_timestamp: string;
  /** The entity that the transaction is about: for a creation, what it created. */
  readonly entity_id: string | null;
  /** Such as `CONTRACTCREATEINSTANCE`, `CONTRACTCALL` or `ETHEREUMTRANSACTION`. */
  readonly name: string;
  /** 0 for a transaction that was submitted; its children count from 1. */
  readonly nonce: number | null;
  /** Set for a child: the consensus timestamp of the transaction that caused it. */
  readonly parent_consensus_timestamp: string | null;
  /** `SUCCESS`, or the name of a failure. */
  readonly result: string;
  readonly scheduled: boolean | null;
  /** 48 bytes in base64, which are unrelated to an EVM hash of 32 bytes. */
  readonly transaction_hash: string | null;
  /** Shared by a transaction, its duplicates and its children. */
  readonly transaction_id: string;
}
