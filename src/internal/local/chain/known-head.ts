import type { Chain, ChainBlock } from "./chain.ts";

/** Detects that a development node was restarted, reset or reverted: the last remembered block is gone. */
export class KnownHead {
  readonly #chain: Pick<Chain, "block" | "latestBlockNumber">;
  #last: Pick<ChainBlock, "number" | "hash"> | undefined;

  constructor(chain: Pick<Chain, "block" | "latestBlockNumber">) {
    this.#chain = chain;
  }

  get last(): Pick<ChainBlock, "number" | "hash"> | undefined {
    return this.#last;
  }

  remember(block: Pick<ChainBlock, "number" | "hash">): void {
    this.#last = block;
  }

  async rememberLatest(): Promise<void> {
    this.#last = await this.#chain.block(await this.#chain.latestBlockNumber());
  }

  /** Returns true only once. An unresponsive node doesn't count as reset. */
  async isGone(): Promise<boolean> {
    const last = this.#last;
    if (last === undefined) return false;
    const now = await this.#chain.block(last.number).catch(() => last);
    if (now?.hash === last.hash || this.#last !== last) return false;
    this.#last = undefined;
    return true;
  }
}
