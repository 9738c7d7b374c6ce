import { keccak256 } from "ethers/crypto";
import type { ChainBlock, ChainReceipt, ChainTransaction } from "../chain/chain.ts";
import { computeTimestamp, type IndexedContract } from "../chain/contract-index.ts";
import { formatTimestamp } from "./filters.ts";

/** A contract transaction, or a creation within such a transaction. */
export interface Result {
  readonly block: ChainBlock;
  readonly transaction: ChainTransaction;
  readonly receipt: ChainReceipt | undefined;
  readonly contract: IndexedContract | undefined;
  readonly created: readonly IndexedContract[];
  /** For a creation by a contract, its position within the parent transaction, starting at 1. */
  readonly child?: number;
}

/** Nanoseconds since 1970. */
export function getTime({ block, transaction, child = 0 }: Result): bigint {
  return computeTimestamp(block, transaction.transactionIndex) + BigInt(child);
}

/** A row of `GET /api/v1/contracts/{contractIdOrAddress}/results`. */
export function contractRow(result: Result): Readonly<Record<string, unknown>> {
  const { transaction, receipt, contract, created, child } = result;
  const address = contract?.address ?? transaction.to ?? null;
  return {
    address,
    amount: child === undefined ? Number(transaction.value) : 0,
    bloom: receipt?.logsBloom ?? "0x",
    call_result: "0x",
    contract_id: formatEntityId(contract),
    created_contract_ids: child === undefined ? created.flatMap((it) => formatEntityId(it) ?? []) : [],
    error_message: null,
    from: transaction.from,
    // As on the ledger, the lists don't include the init code.
    function_parameters: child !== undefined || transaction.to == null ? "0x" : transaction.input,
    gas_consumed: receipt?.gasUsed ?? null,
    gas_limit: transaction.gas,
    gas_used: receipt?.gasUsed ?? null,
    timestamp: formatTimestamp(getTime(result)),
    to: address,
    hash: child === undefined ? transaction.hash : deriveChildHash(transaction.hash, child),
  };
}

/** A row of `GET /api/v1/contracts/results`. */
export function resultRow(result: Result): Readonly<Record<string, unknown>> {
  const { block, transaction, receipt, child } = result;
  const hasSucceeded = receipt?.status !== 0;
  const sent = child === undefined ? transaction : undefined;
  return {
    ...contractRow(result),
    block_hash: block.hash,
    block_number: block.number,
    result: hasSucceeded ? "SUCCESS" : "CONTRACT_REVERT_EXECUTED",
    transaction_index: transaction.transactionIndex + (child ?? 0),
    status: hasSucceeded ? "0x1" : "0x0",
    failed_initcode: hasSucceeded || transaction.to != null ? null : transaction.input,
    access_list: null,
    block_gas_used: block.gasUsed,
    chain_id: null,
    gas_price: null,
    max_fee_per_gas: null,
    max_priority_fee_per_gas: null,
    r: sent?.r ?? null,
    s: sent?.s ?? null,
    type: sent?.type ?? null,
    v: sent?.v ?? null,
    nonce: sent?.nonce ?? null,
  };
}

/** The body of `GET /api/v1/contracts/results/{transactionIdOrHash}`, without logs or storage. */
export function resultView(result: Result): Readonly<Record<string, unknown>> {
  const parameters = result.child === undefined ? result.transaction.input : "0x";
  return { ...resultRow(result), function_parameters: parameters, logs: [], state_changes: [] };
}

/** A row of `GET /api/v1/transactions`. */
export function transactionRow(result: Result): Readonly<Record<string, unknown>> {
  const { transaction, receipt, contract, created, child } = result;
  const [first] = created;
  const parent = computeTimestamp(result.block, transaction.transactionIndex);
  const isChild = child !== undefined;
  return {
    bytes: null,
    charged_tx_fee: 0,
    consensus_timestamp: formatTimestamp(getTime(result)),
    entity_id: formatEntityId(transaction.to == null && !isChild ? first : contract),
    max_fee: "0",
    memo_base64: "",
    name: isChild ? "CONTRACTCREATEINSTANCE" : "ETHEREUMTRANSACTION",
    nft_transfers: [],
    node: null,
    nonce: child ?? 0,
    parent_consensus_timestamp: isChild ? formatTimestamp(parent) : null,
    result: receipt?.status === 0 ? "CONTRACT_REVERT_EXECUTED" : "SUCCESS",
    scheduled: false,
    staking_reward_transfers: [],
    token_transfers: [],
    transaction_hash: null,
    transaction_id: `0.0.2-${formatTimestamp(parent).replace(".", "-")}`,
    transfers: [],
    valid_duration_seconds: null,
    valid_start_timestamp: formatTimestamp(parent),
  };
}

export function formatEntityId(contract: IndexedContract | undefined): string | null {
  return contract?.number === undefined ? null : `0.0.${contract.number}`;
}

/** On the ledger, each child transaction has a hash, but EVM chains have no child transactions. */
function deriveChildHash(hash: string, child: number): string {
  return keccak256(`${hash}${child.toString(16).padStart(4, "0")}`);
}
