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
