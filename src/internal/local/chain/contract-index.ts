import { readTraceCreations } from "../../chain/creations-of-trace.ts";
import { type Chain, type ChainBlock, type ChainTransaction, createdContract, KnownHead } from "./chain.ts";

export interface IndexedContract {
  /** Lower case. */
  readonly address: string;
  /** The last part of the entity id. Undefined if the chain doesn't show the contract's creation. */
  readonly number: number | undefined;
  readonly creation: Creation | undefined;
}

type Creation = ReturnType<typeof toCreation>;

/** The ledger reserves the numbers up to 1000. */
const FIRST_NUMBER = 1_001;
/** On a longer chain, reading all blocks would take too long. */
const MAX_BLOCKS_SCANNED = 10_000;
const BLOCKS_AT_ONCE = 16;
const NANOSECONDS_OF_TRANSACTION = 1_000n;
export const NANOSECONDS_OF_BLOCK = 1_000_000n;
const MAX_TRACED = 100;

/**
 * Numbers contracts in order of creation, reading each block once. A contract created by another contract gets its
 * number on the first request for it.
 */
export class ContractIndex {
  readonly #chain: Chain;
  readonly #byAddress = new Map<string, IndexedContract>();
  readonly #byNumber = new Map<number, IndexedContract>();
  /** Remembers the last scanned block. */
  readonly #head: KnownHead;
  /** Undefined before the first scan. */
  #next: number | undefined;
  #scan: Promise<void> | undefined;

  constructor(chain: Chain) {
    this.#chain = chain;
    this.#head = new KnownHead(chain);
  }

  async all(): Promise<readonly IndexedContract[]> {
    await this.#catchUp();
    return [...this.#byNumber.values()];
  }

  async byNumber(number: number): Promise<IndexedContract | undefined> {
    await this.#catchUp();
    return this.#byNumber.get(number);
  }

  /** Also finds contracts that no transaction created directly. */
  async byAddress(address: string): Promise<IndexedContract | undefined> {
    await this.#catchUp();
    const known = this.#byAddress.get(address);
    if (known !== undefined) return known;
    if ((await this.#chain.code(address)) === "0x") return undefined;
    const found = await findCreation(this.#chain, address);
    if (found === undefined) return { address, number: undefined, creation: undefined };
    const { block, transaction } = found;
    const creation =
      transaction === undefined ? await this.#creationWithin(block, address) : toCreation(block, transaction);
    return creation.child === 0 ? { address, number: undefined, creation } : this.#number(address, creation);
  }

  async findCreated(transaction: ChainTransaction): Promise<readonly IndexedContract[]> {
    const trace = await this.#chain.trace(transaction.hash);
    const addresses =
      trace === undefined
        ? [await createdContract(this.#chain, transaction.hash)]
        : readTraceCreations(trace).map(({ address }) => address);
    const contracts: IndexedContract[] = [];
    for (const address of addresses) {
      const contract = address === undefined ? undefined : await this.byAddress(address);
      if (contract !== undefined) contracts.push(contract);
    }
    return contracts;
  }

  async #creationWithin(block: ChainBlock, address: string): Promise<Creation> {
    for (const transaction of block.transactions.slice(0, MAX_TRACED)) {
      const trace = await this.#chain.trace(transaction.hash);
      if (trace === undefined) break;
      const creations = readTraceCreations(trace);
      const at = creations.findIndex((creation) => creation.address === address);
      if (at !== -1) return toCreation(block, transaction, creations[at]?.initCode, at + 1);
    }
    return toCreation(block);
  }

  #number(address: string, creation: Creation): IndexedContract {
    // A concurrent request may already have numbered the contract.
    const known = this.#byAddress.get(address);
    if (known !== undefined) return known;
    const number = FIRST_NUMBER + this.#byNumber.size;
    const contract = { address, number, creation };
    this.#byAddress.set(address, contract);
    this.#byNumber.set(number, contract);
    return contract;
  }

  /** Requests that arrive during a scan wait for it to finish. */
  #catchUp(): Promise<void> {
    this.#scan ??= this.#scanNewBlocks().finally(() => {
      this.#scan = undefined;
    });
    return this.#scan;
  }

  async #scanNewBlocks(): Promise<void> {
    const latest = await this.#chain.latestBlockNumber();
    if (await this.#head.isGone()) {
      this.#byAddress.clear();
      this.#byNumber.clear();
      this.#next = undefined;
    }
    let next = this.#next ?? (await this.#firstBlock(latest));
    while (next <= latest) {
      const from = next;
      const numbers = Array.from({ length: Math.min(BLOCKS_AT_ONCE, latest + 1 - from) }, (_, i) => from + i);
      const blocks = await Promise.all(numbers.map((number) => this.#chain.block(number)));
      for (const block of blocks) {
        if (block === undefined) return;
        await this.#addBlock(block);
        this.#head.remember(block);
        this.#next = block.number + 1;
      }
      next += numbers.length;
    }
  }

  /** A forked network's contracts don't belong to this chain, and the node would fetch its blocks one by one. */
  async #firstBlock(latest: number): Promise<number> {
    const forked = await this.#chain.forkedBlockNumber();
    return Math.max(0, latest + 1 - MAX_BLOCKS_SCANNED, forked === undefined ? 0 : forked + 1);
  }

  async #addBlock(block: ChainBlock): Promise<void> {
    for (const transaction of block.transactions.filter(({ to }) => to == null)) {
      const address = await createdContract(this.#chain, transaction.hash);
      if (address !== undefined) this.#number(address, toCreation(block, transaction));
    }
  }
}

/**
 * @param transaction The creation transaction. Undefined if another contract created this one and the node doesn't
 * support tracing.
 * @param child For a creation by a contract, its position within the transaction, starting at 1. Otherwise 0.
 */
function toCreation(
  block: ChainBlock,
  transaction?: ChainTransaction,
  initCode = transaction?.input,
  child = 0,
) {
  const nanoseconds = computeTimestamp(block, transaction?.transactionIndex ?? 0) + BigInt(child);
  return { blockNumber: block.number, nanoseconds, transaction, initCode, child };
}

/**
 * On the ledger, every transaction has a unique timestamp. This service therefore puts a microsecond between the
 * transactions in a block, and a millisecond between blocks in the same second.
 */
export function computeTimestamp(
  { timestamp, number }: Pick<ChainBlock, "timestamp" | "number">,
  transactionIndex: number,
): bigint {
  return (
    BigInt(timestamp) * 1_000_000_000n +
    BigInt(number % 1_000) * NANOSECONDS_OF_BLOCK +
    BigInt(transactionIndex % 1_000) * NANOSECONDS_OF_TRANSACTION
  );
}

/**
 * The node reports no code at blocks that `hardhat_mine` skipped, so the result may be a later block.
 *
 * @returns Undefined if the chain doesn't show the creation, or if the contract existed from the start.
 */
async function findCreation(chain: Chain, address: string) {
  const birth = await chain.birthOf(address);
  const block = birth === undefined || birth.number === 0 ? undefined : await chain.block(birth.number);
  return block && { block, transaction: block.transactions.find(({ hash }) => hash === birth?.direct?.hash) };
}
