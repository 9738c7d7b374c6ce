import {
  type AccountFacts,
  ChainError,
  type ChainLog,
  type ChainPort,
  type ChainReceipt,
  type ChainTransaction,
  type TracedCreation,
} from "../../src/internal/chain/chain-port.ts";

interface MinedTransaction extends ChainTransaction {
  readonly block: number;
  readonly receipt: ChainReceipt;
}

export class FakeChain implements ChainPort {
  readonly networkName = "fake";
  readonly calls: string[] = [];
  /** The node has pruned older state. */
  withoutState = false;
  /** Number of `0x` answers before the code appears, as from a node that lags behind. */
  lag = 0;
  /** Time of block 0 in seconds since 1970. Each further block is a minute later. */
  firstBlockS = 1_790_000_000;
  readonly failing = new Set<string>();
  /** Answers to the next reads of the latest code, in place of the contract's. Undefined makes a read fail. */
  readonly latestCodes: (string | undefined)[] = [];
  readonly #id: number;
  readonly #codes = new Map<string, { readonly from: number; readonly code: string }>();
  readonly #transactions: MinedTransaction[] = [];
  #latest = 0;

  constructor(id = 31337) {
    this.#id = id;
  }

  deploy(address: string, code: string, from: number): this {
    this.#codes.set(address.toLowerCase(), { from, code });
    this.#latest = Math.max(this.#latest, from);
    return this;
  }

  /** Deploys code in a transaction of {@link DEPLOYER}, whose nonce is also the seed of its hash. */
  create(address: string, runtime: string, input: string, nonce = 7, block = 5): this {
    const transaction = { hash: transactionHash(nonce), from: DEPLOYER, to: null, nonce, input };
    const receipt = { contractAddress: address.toLowerCase() };
    return this.deploy(address, runtime, block).mine(block, transaction, receipt);
  }

  /** Writes addresses into a contract's storage slots. */
  point(contract: string, slots: Readonly<Record<string, string>>): this {
    for (const [slot, address] of Object.entries(slots))
      this.words.set(
        `${contract} ${slot}`.toLowerCase(),
        `0x${address.slice(2).toLowerCase().padStart(64, "0")}`,
      );
    return this;
  }

  mine(
    block: number,
    transaction: Omit<ChainTransaction, "isSigned"> & { readonly isSigned?: boolean },
    receipt: { readonly contractAddress?: string | null; readonly succeeded?: boolean } = {},
  ): this {
    this.#latest = Math.max(this.#latest, block);
    const position = {
      blockNumber: block,
      transactionIndex: this.#transactions.filter((other) => other.block === block).length,
    };
    this.#transactions.push({
      isSigned: true,
      position,
      ...transaction,
      block,
      receipt: {
        ...position,
        succeeded: receipt.succeeded ?? true,
        contractAddress: receipt.contractAddress ?? null,
      },
    });
    return this;
  }

  growTo(block: number): this {
    this.#latest = Math.max(this.#latest, block);
    return this;
  }

  async chainId(): Promise<number> {
    this.#called("eth_chainId");
    return this.#id;
  }

  async code(address: string, signal: AbortSignal, block?: number): Promise<string> {
    this.#called("eth_getCode", block);
    signal.throwIfAborted();
    if (block !== undefined && block < 0) throw new ChainError("eth_getCode", "invalid block number");
    if (block !== undefined && block < this.#latest && this.withoutState)
      throw new ChainError("eth_getCode", "missing trie node");
    if (this.lag > 0) {
      this.lag -= 1;
      return "0x";
    }
    if (block === undefined && this.latestCodes.length > 0) {
      const next = this.latestCodes.shift();
      if (next === undefined) throw new ChainError("eth_getCode", "the mirror node failed");
      return next;
    }
    const it = this.#codes.get(address.toLowerCase());
    return it !== undefined && it.from <= (block ?? this.#latest) ? it.code : "0x";
  }

  /** Storage slots and call results, by lower-case `address slot` and `address data`. */
  readonly words = new Map<string, string>();

  async storage(address: string, slot: string): Promise<string> {
    this.#called("eth_getStorageAt");
    return this.words.get(`${address} ${slot}`.toLowerCase()) ?? `0x${"0".repeat(64)}`;
  }

  /** Ignores code overrides, like Hedera's relay. */
  async call(to: string, data: string): Promise<string> {
    this.#called("eth_call");
    return this.words.get(`${to} ${data}`.toLowerCase()) ?? "0x";
  }

  async traceCall(): Promise<never> {
    this.#called("debug_traceCall");
    throw new ChainError("debug_traceCall", "the method does not exist");
  }

  /** A contract's events, by lower-case `address topic`. */
  readonly events = new Map<string, readonly ChainLog[]>();

  async logs(address: string, topic: string): Promise<readonly ChainLog[]> {
    this.#called("eth_getLogs");
    return this.events.get(`${address} ${topic}`.toLowerCase()) ?? [];
  }

  /** The contracts created by each transaction, by hash; undefined for a node without traces. */
  traces: ReadonlyMap<string, readonly TracedCreation[]> | undefined;

  async creationsIn(hash: string): Promise<readonly TracedCreation[]> {
    this.#called("debug_traceTransaction");
    if (this.traces === undefined) throw new ChainError("debug_traceTransaction", "unsupported method");
    return this.traces.get(hash) ?? [];
  }

  /** By lower-case address. */
  readonly accounts = new Map<string, AccountFacts>();

  async account(address: string): Promise<AccountFacts> {
    this.#called("eth_getBalance");
    return this.accounts.get(address.toLowerCase()) ?? { balance: 0n, nonce: 0 };
  }

  async instance(): Promise<undefined> {}

  async latestBlock(): Promise<number> {
    this.#called("eth_blockNumber");
    return this.#latest;
  }

  async transaction(hash: string): Promise<ChainTransaction | undefined> {
    this.#called("eth_getTransactionByHash");
    return this.#find(hash);
  }

  async receipt(hash: string): Promise<ChainReceipt | undefined> {
    this.#called("eth_getTransactionReceipt");
    return this.#find(hash)?.receipt;
  }

  async timestampOf(block: number): Promise<number | undefined> {
    this.#called("eth_getBlockByNumber", block);
    return block > this.#latest ? undefined : this.firstBlockS + 60 * block;
  }

  async transactionsOf(block: number): Promise<readonly ChainTransaction[] | undefined> {
    this.#called("eth_getBlockByNumber", block);
    return block > this.#latest ? undefined : this.#transactions.filter((it) => it.block === block);
  }

  #find(hash: string): MinedTransaction | undefined {
    return this.#transactions.find((it) => it.hash === hash);
  }

  #called(method: string, block?: number): void {
    this.calls.push(block === undefined ? method : `${method} ${block}`);
    if (this.failing.has(method)) throw new ChainError(method, "connection refused");
  }
}

export const DEPLOYER = "0x14dc79964da2c08b23698b3d3cc7ca32193d9955";

export function transactionHash(seed: number): string {
  return `0x${seed.toString(16).padStart(64, "0")}`;
}
