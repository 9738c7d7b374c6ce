import type { Chain, ChainBlock } from "./chain.ts";

/** Notices that a development node was started anew, reset or reverted: a block that was its last is gone then. */
export class KnownHead {
  readonly #chain: Pick<Chain, "block" | "latestBlockNumber">;
  #last: Pick<ChainBlock, "number" | "hash"> | undefined;

  constructor(chain: Pick<Chain, "block" | "latestBlockNumber">) {
    this.#chain = chain;
  }

  /** Remembers the chain's last block, in place of an earlier one. */
  async remember(): Promise<void> {
    this.#last = await this.#chain.block(await this.#chain.latestBlockNumber());
  }

  /** True once after the remembered block is gone. A node that does not answer has lost nothing that is known. */
  async isGone(): Promise<boolean> {
    const last = this.#last;
    if (last === undefined) return false;
    const now = await this.#chain.block(last.number).catch(() => last);
    if (now?.hash === last.hash || this.#last !== last) return false;
    this.#last = undefined;
    return true;
  }
}
