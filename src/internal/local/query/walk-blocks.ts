import type { Chain, ChainBlock } from "../chain/chain.ts";
import { type Bounds, UNBOUNDED } from "./filters.ts";

const NANOSECONDS = 1_000_000_000n;
/** The most blocks that one list reads. */
const MOST_BLOCKS = 10_000;

/** Which blocks are wanted, by number and by time in nanoseconds since 1970, and their order. */
export interface Walk {
  readonly numbers?: Bounds;
  readonly times: Bounds;
  readonly isAscending: boolean;
}

/** The blocks whose second and number lie within the bounds; a reader ends the walk when it has enough. */
export async function* walkBlocks(
  chain: Chain,
  { numbers, times, isAscending }: Walk,
): AsyncGenerator<ChainBlock, void, void> {
  const end = (await chain.latestBlockNumber()) + 1;
  const firsts = [Number(numbers?.first ?? 0n)];
  const lasts = [end - 1, Number(numbers?.last ?? end)];
  if (times.first > 0n) firsts.push(await firstAt(chain, times.first / NANOSECONDS, end));
  if (times.last < UNBOUNDED) lasts.push((await firstAt(chain, times.last / NANOSECONDS + 1n, end)) - 1);
  const first = Math.max(...firsts);
  const last = Math.min(...lasts);
  const count = Math.min(last - first + 1, MOST_BLOCKS);
  for (let step = 0; step < count; step++) {
    const block = await chain.block(isAscending ? first + step : last - step);
    if (block !== undefined) yield block;
  }
}

/** The first block of a second or of a later one, by halving: the times of blocks grow. */
async function firstAt(chain: Chain, seconds: bigint, end: number): Promise<number> {
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
