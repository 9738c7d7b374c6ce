import type { Chain, ChainBlock, ChainTransaction } from "../chain/chain.ts";
import type { ContractIndex, IndexedContract } from "../chain/contract-index.ts";
import { type Bounds, computeBounds, UNBOUNDED } from "./filters.ts";
import type { Result } from "./result-view.ts";

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

  /** `isInternal` adds child transactions, in which contracts created other contracts. */
  async *all(walk: Walk, isInternal: boolean): AsyncGenerator<Result, void, void> {
    for await (const [block, transaction] of this.#transactions(walk)) {
      const result = await this.#result(block, transaction);
      yield* sortValues(isInternal ? [result, ...this.#children(result)] : [result], walk);
    }
  }

  async *of(contract: IndexedContract, walk: Walk, isInternal: boolean): AsyncGenerator<Result, void, void> {
    const { creation } = contract;
    if (creation === undefined) return;
    const numbers = computeBounds([{ first: BigInt(creation.blockNumber) }]);
    for await (const [block, transaction] of this.#transactions({ ...walk, numbers })) {
      const isCall = transaction.to?.toLowerCase() === contract.address;
      const isOwn = transaction.hash === creation.transaction?.hash;
      const isDirect = isOwn && creation.child === 0;
      const isWithin = isInternal && isOwn && creation.child > 0;
      if (!isCall && !isDirect && !isWithin) continue;
      const result = await this.#result(block, transaction);
      const children = this.#children(result).filter((child) => child.contract?.address === contract.address);
      yield* sortValues([...(isCall || isDirect ? [result] : []), ...(isWithin ? children : [])], walk);
    }
  }

  async *#transactions(
    walk: Walk,
  ): AsyncGenerator<readonly [block: ChainBlock, transaction: ChainTransaction], void, void> {
    for await (const block of walkBlocks(this.#chain, walk))
      for (const transaction of sortValues(block.transactions, walk)) yield [block, transaction];
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

/** By number and by time in nanoseconds since 1970. */
export interface Walk {
  readonly numbers?: Bounds;
  readonly times: Bounds;
  readonly isAscending: boolean;
}

/** Callers stop the iteration when they have enough blocks. */
export async function* walkBlocks(
  chain: Chain,
  { numbers, times, isAscending }: Walk,
): AsyncGenerator<ChainBlock, void, void> {
  const end = (await chain.latestBlockNumber()) + 1;
  const firsts = [Number(numbers?.first ?? 0n)];
  const lasts = [end - 1, Number(numbers?.last ?? end)];
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
