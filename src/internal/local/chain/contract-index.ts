import type { Chain, ChainBlock, ChainTransaction } from "./chain.ts";
import { findCreation } from "./find-creation.ts";

/** A known contract, and its creation if the chain shows it. */
export interface IndexedContract {
  /** Lower case. */
  readonly address: string;
  /** The last part of its entity id; undefined for a contract that no transaction created directly. */
  readonly number: number | undefined;
  readonly creation:
    | {
        readonly blockNumber: number;
        /** Of the creation, in nanoseconds since 1970. */
        readonly nanoseconds: bigint;
        /** The transaction without a recipient that created it; undefined if another contract did. */
        readonly transaction: ChainTransaction | undefined;
      }
    | undefined;
}

/** The ledger reserves the numbers up to 1000. */
const FIRST_NUMBER = 1_001;
/** On a longer chain, numbering begins with the last blocks: reading all blocks takes too long. */
const MOST_BLOCKS_SCANNED = 10_000;
const BLOCKS_AT_ONCE = 16;

/** Numbers the contracts of a chain in the order of their creation, reading each block once. */
export class ContractIndex {
  readonly #chain: Chain;
  #byAddress = new Map<string, IndexedContract>();
  #byNumber = new Map<number, IndexedContract>();
  #last: { readonly number: number; readonly hash: string } | undefined;
  #scan: Promise<void> | undefined;

  constructor(chain: Chain) {
    this.#chain = chain;
  }

  async byNumber(number: number): Promise<IndexedContract | undefined> {
    await this.#catchUp();
    return this.#byNumber.get(number);
  }

  /** Also finds contracts with code that no transaction created directly. */
  async byAddress(address: string): Promise<IndexedContract | undefined> {
    await this.#catchUp();
    const known = this.#byAddress.get(address);
    if (known !== undefined) return known;
    if ((await this.#chain.code(address)) === "0x") return undefined;
    const creation = await findCreation(this.#chain, address);
    if (creation === undefined) return { address, number: undefined, creation: undefined };
    const { block, transaction } = creation;
    return {
      address,
      number: undefined,
      creation: {
        blockNumber: block.number,
        nanoseconds: nanosecondsOf(block, transaction?.transactionIndex ?? 0),
        transaction,
      },
    };
  }

  /** One scan at a time: requests that come meanwhile wait for it. */
  #catchUp(): Promise<void> {
    this.#scan ??= this.#scanNewBlocks().finally(() => {
      this.#scan = undefined;
    });
    return this.#scan;
  }

  async #scanNewBlocks(): Promise<void> {
    const latest = await this.#chain.latestBlockNumber();
    await this.#forgetAnotherChain();
    let next = this.#last === undefined ? await this.#firstBlock(latest) : this.#last.number + 1;
    while (next <= latest) {
      const numbers = Array.from({ length: Math.min(BLOCKS_AT_ONCE, latest + 1 - next) }, (_, i) => next + i);
      const blocks = await Promise.all(numbers.map((number) => this.#chain.block(number)));
      for (const block of blocks) {
        if (block === undefined) return;
        await this.#addBlock(block);
        this.#last = { number: block.number, hash: block.hash };
      }
      next += numbers.length;
    }
  }

  /** The blocks of a forked network come one by one from its own node, and their contracts are not of this chain. */
  async #firstBlock(latest: number): Promise<number> {
    const forked = await this.#chain.forkedBlockNumber();
    return Math.max(0, latest + 1 - MOST_BLOCKS_SCANNED, forked === undefined ? 0 : forked + 1);
  }

  /** A development chain can be reset or reverted to a snapshot, so numbered contracts may not exist. */
  async #forgetAnotherChain(): Promise<void> {
    if (this.#last === undefined) return;
    const block = await this.#chain.block(this.#last.number);
    if (block?.hash === this.#last.hash) return;
    this.#byAddress = new Map();
    this.#byNumber = new Map();
    this.#last = undefined;
  }

  async #addBlock(block: ChainBlock): Promise<void> {
    for (const transaction of block.transactions.filter(({ to }) => to == null)) {
      const address = await this.#chain.createdContract(transaction.hash);
      if (address === undefined || this.#byAddress.has(address)) continue;
      const contract: IndexedContract = {
        address,
        number: FIRST_NUMBER + this.#byNumber.size,
        creation: {
          blockNumber: block.number,
          nanoseconds: nanosecondsOf(block, transaction.transactionIndex),
          transaction,
        },
      };
      this.#byAddress.set(address, contract);
      this.#byNumber.set(FIRST_NUMBER + this.#byNumber.size, contract);
    }
  }
}

/** Each transaction of the ledger has a time of its own; here those of a block follow by a nanosecond. */
function nanosecondsOf({ timestamp }: ChainBlock, transactionIndex: number): bigint {
  return BigInt(timestamp) * 1_000_000_000n + BigInt(transactionIndex);
}
