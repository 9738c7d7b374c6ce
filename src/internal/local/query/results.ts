import { keccak256 } from "ethers/crypto";
import type { Json } from "../../text/is-object.ts";
import type { Chain, ChainBlock, ChainReceipt, ChainTransaction } from "../chain/chain.ts";
import { type ContractIndex, computeTimestamp, type IndexedContract } from "../chain/contract-index.ts";
import { computeBounds, type Filter, formatTimestamp, nulls, UNBOUNDED } from "./lists.ts";

export class Results {
  readonly #chain: Chain;
  readonly #index: ContractIndex;

  constructor(chain: Chain, index: ContractIndex) {
    this.#chain = chain;
    this.#index = index;
  }

  async byHash(hash: string): Promise<Result | undefined> {
    const mined = await this.#chain.transaction(hash);
    const block = mined === undefined ? undefined : await this.#chain.block(mined.blockNumber);
    return mined === undefined || block === undefined ? undefined : this.#result(block, mined);
  }

  /** @param isCandidate Reading a transaction's result takes several requests to the node. */
  async *all(
    walk: ResultWalk,
    isCandidate: (transaction: ChainTransaction) => boolean = () => true,
  ): AsyncGenerator<Result, void, void> {
    for await (const block of walkBlocks(this.#chain, walk))
      for (const transaction of sortValues(block.transactions, walk).filter(isCandidate)) {
        const result = await this.#result(block, transaction);
        yield* sortValues(walk.isInternal ? [result, ...this.#children(result)] : [result], walk);
      }
  }

  async *forContract(
    { creation, address }: IndexedContract,
    walk: ResultWalk,
  ): AsyncGenerator<Result, void, void> {
    if (creation === undefined) return;
    const filters = { ...walk.filters, "block.number": [{ first: BigInt(creation.blockNumber) }] };
    const isCandidate = ({ to, hash }: ChainTransaction) =>
      to?.toLowerCase() === address || hash === creation.transaction?.hash;
    for await (const result of this.all({ ...walk, filters }, isCandidate))
      if (result.contract?.address === address) yield result;
  }

  async #result(block: ChainBlock, transaction: ChainTransaction): Promise<Result> {
    const [receipt, created] = await Promise.all([
      this.#chain.receipt(transaction.hash),
      this.#index.findCreated(transaction),
    ]);
    const { to } = transaction;
    const contract =
      to == null
        ? created.find(
            ({ creation }) => creation?.child === 0 && creation.transaction?.hash === transaction.hash,
          )
        : await this.#index.byAddress(to.toLowerCase());
    return { block, transaction, receipt, contract, created };
  }

  #children(result: Result): readonly Result[] {
    return result.created.flatMap((contract) => {
      const { child = 0 } = contract.creation ?? {};
      return child === 0 ? [] : [{ ...result, contract, created: [], child }];
    });
  }
}

function sortValues<T>(values: readonly T[], { isAscending }: Walk): readonly T[] {
  return isAscending ? values : values.toReversed();
}

const NANOSECONDS = 1_000_000_000n;
const MAX_BLOCKS = 10_000;

interface Walk {
  /** Times are in nanoseconds since 1970. */
  readonly filters: { readonly "block.number"?: readonly Filter[]; readonly timestamp: readonly Filter[] };
  readonly isAscending: boolean;
}

export interface ResultWalk extends Walk {
  /** True to add child transactions, in which contracts created other contracts. */
  readonly isInternal: boolean;
}

/** Callers stop the iteration when they have enough blocks. */
export async function* walkBlocks(
  chain: Chain,
  { filters, isAscending }: Walk,
): AsyncGenerator<ChainBlock, void, void> {
  const end = (await chain.latestBlockNumber()) + 1;
  const numbers = computeBounds(filters["block.number"] ?? []);
  const times = computeBounds(filters.timestamp);
  const firsts = [Number(numbers.first)];
  const lasts = [end - 1, Number(numbers.last)];
  if (times.first > 0n) firsts.push(await findFirstBlock(chain, times.first / NANOSECONDS, end));
  if (times.last < UNBOUNDED)
    lasts.push((await findFirstBlock(chain, times.last / NANOSECONDS + 1n, end)) - 1);
  const first = Math.max(...firsts);
  const last = Math.min(...lasts);
  const count = Math.min(last - first + 1, MAX_BLOCKS);
  for (let step = 0; step < count; step++) {
    const block = await chain.block(isAscending ? first + step : last - step);
    if (block !== undefined) yield block;
  }
}

/** By bisection, because block times increase. */
async function findFirstBlock(chain: Chain, seconds: bigint, end: number): Promise<number> {
  let first = 0;
  let last = end;
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    const block = await chain.block(middle);
    if (block !== undefined && BigInt(block.timestamp) < seconds) first = middle + 1;
    else last = middle;
  }
  return first;
}

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
export function contractRow(result: Result): Json {
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
export function resultRow(result: Result): Json {
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
    ...nulls("access_list", "chain_id", "gas_price", "max_fee_per_gas", "max_priority_fee_per_gas"),
    block_gas_used: block.gasUsed,
    r: sent?.r ?? null,
    s: sent?.s ?? null,
    type: sent?.type ?? null,
    v: sent?.v ?? null,
    nonce: sent?.nonce ?? null,
  };
}

/** The body of `GET /api/v1/contracts/results/{transactionIdOrHash}`, without logs or storage. */
export function resultView(result: Result): Json {
  const parameters = result.child === undefined ? result.transaction.input : "0x";
  return { ...resultRow(result), function_parameters: parameters, logs: [], state_changes: [] };
}

/** A row of `GET /api/v1/transactions`. */
export function transactionRow(result: Result): Json {
  const { transaction, receipt, contract, created, child } = result;
  const [first] = created;
  const parent = computeTimestamp(result.block, transaction.transactionIndex);
  const isChild = child !== undefined;
  return {
    ...nulls("bytes", "node", "transaction_hash", "valid_duration_seconds"),
    charged_tx_fee: 0,
    consensus_timestamp: formatTimestamp(getTime(result)),
    entity_id: formatEntityId(transaction.to == null && !isChild ? first : contract),
    max_fee: "0",
    memo_base64: "",
    name: isChild ? "CONTRACTCREATEINSTANCE" : "ETHEREUMTRANSACTION",
    nft_transfers: [],
    nonce: child ?? 0,
    parent_consensus_timestamp: isChild ? formatTimestamp(parent) : null,
    result: receipt?.status === 0 ? "CONTRACT_REVERT_EXECUTED" : "SUCCESS",
    scheduled: false,
    staking_reward_transfers: [],
    token_transfers: [],
    transaction_id: `0.0.2-${formatTimestamp(parent).replace(".", "-")}`,
    transfers: [],
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
