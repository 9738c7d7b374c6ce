import type { Chain, ChainBlock, ChainTransaction } from "../chain/chain.ts";
import type { ContractIndex, IndexedContract } from "../chain/contract-index.ts";
import { type Result, timeOf } from "./result-view.ts";

const NANOSECONDS = 1_000_000_000n;
/** The most blocks that one list of a contract's transactions reads. */
const MOST_BLOCKS = 10_000;

/** Contract transactions of a chain, read when they are asked for. */
export class Results {
  readonly #chain: Chain;
  readonly #index: ContractIndex;

  constructor(chain: Chain, index: ContractIndex) {
    this.#chain = chain;
    this.#index = index;
  }

  /** undefined for an unknown hash. */
  async byHash(hash: string): Promise<Result | undefined> {
    const mined = await this.#chain.transaction(hash);
    const block = mined === undefined ? undefined : await this.#chain.block(mined.blockNumber);
    return mined === undefined || block === undefined ? undefined : this.#result(block, mined);
  }

  /** The transactions and creations at one time, in nanoseconds since 1970: one at the most. */
  async at(nanoseconds: bigint): Promise<Result | undefined> {
    for await (const block of this.#blocksAt(Number(nanoseconds / NANOSECONDS)))
      for (const transaction of block.transactions) {
        const result = await this.#result(block, transaction);
        const found = [result, ...this.#children(result)].find((each) => timeOf(each) === nanoseconds);
        if (found !== undefined) return found;
      }
    return undefined;
  }

  /** The transactions of a contract, from its creation on. */
  async *of(contract: IndexedContract, isInternal: boolean): AsyncGenerator<Result, void, void> {
    const { creation } = contract;
    if (creation === undefined) return;
    const latest = Math.min(await this.#chain.latestBlockNumber(), creation.blockNumber + MOST_BLOCKS);
    for (let number = creation.blockNumber; number <= latest; number++) {
      const block = await this.#chain.block(number);
      for (const transaction of block?.transactions ?? []) {
        const isCall = transaction.to?.toLowerCase() === contract.address;
        const isDirect = transaction.hash === creation.transaction?.hash;
        const isWithin = isInternal && transaction.hash === creation.within?.transaction.hash;
        if (!isCall && !isDirect && !isWithin) continue;
        const result = await this.#result(block as ChainBlock, transaction);
        if (isCall || isDirect) yield result;
        const child = this.#children(result).find((each) => each.contract?.address === contract.address);
        if (isWithin && child !== undefined) yield child;
      }
    }
  }

  async #result(block: ChainBlock, transaction: ChainTransaction): Promise<Result> {
    const [receipt, created] = await Promise.all([
      this.#chain.receipt(transaction.hash),
      this.#index.createdIn(transaction),
    ]);
    const { to } = transaction;
    const contract =
      to == null
        ? created.find(({ creation }) => creation?.transaction?.hash === transaction.hash)
        : await this.#index.byAddress(to.toLowerCase());
    return { block, transaction, receipt, contract, created };
  }

  /** The child transactions of creations by a contract. */
  #children(result: Result): readonly Result[] {
    return result.created.flatMap((contract) => {
      const child = contract.creation?.within?.nonce;
      return child === undefined ? [] : [{ ...result, contract, created: [], child }];
    });
  }

  /** The blocks of one second, by halving: the times of blocks grow. */
  async *#blocksAt(seconds: number): AsyncGenerator<ChainBlock, void, void> {
    let first = 0;
    let last = await this.#chain.latestBlockNumber();
    while (first < last) {
      const middle = Math.floor((first + last) / 2);
      const block = await this.#chain.block(middle);
      if (block !== undefined && block.timestamp < seconds) first = middle + 1;
      else last = middle;
    }
    for (let number = first; ; number++) {
      const block = await this.#chain.block(number);
      if (block?.timestamp !== seconds) return;
      yield block;
    }
  }
}
