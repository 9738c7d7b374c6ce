/** What is asked of a chain. Every call ends when the signal does; failures are {@link ChainError}. */
export interface ChainPort {
  /** Of the Hardhat network. */
  readonly networkName: string;
  chainId(signal: AbortSignal): Promise<number>;
  /** 0x-hex, `0x` for no code. `block` is a number; without one it is the latest. */
  code(address: string, signal: AbortSignal, block?: number): Promise<string>;
  /** What is stored in a slot of a contract, 0x-hex of 32 bytes. `block` as of `code`. */
  storage(address: string, slot: string, signal: AbortSignal, block?: number): Promise<string>;
  /** What a call returns that changes nothing, 0x-hex. `block` as of `code`. */
  call(to: string, data: string, signal: AbortSignal, block?: number): Promise<string>;
  /** What an account has besides code: wei, and how many transactions it sent or contracts it created. */
  account(address: string, signal: AbortSignal): Promise<AccountFacts>;
  latestBlock(signal: AbortSignal): Promise<number>;
  /** Undefined for an unknown hash. */
  transaction(hash: string, signal: AbortSignal): Promise<ChainTransaction | undefined>;
  /** Undefined for an unknown hash. */
  receipt(hash: string, signal: AbortSignal): Promise<ChainReceipt | undefined>;
  /** When a block was made, in seconds since 1970; undefined for an unknown block. */
  timestampOf(block: number, signal: AbortSignal): Promise<number | undefined>;
  /** The transactions of a block; undefined for an unknown block. */
  transactionsOf(block: number, signal: AbortSignal): Promise<readonly ChainTransaction[] | undefined>;
}

export interface AccountFacts {
  /** In wei. */
  readonly balance: bigint;
  readonly nonce: number;
}

/** Hex values are lower case. */
export interface ChainTransaction {
  readonly hash: string;
  readonly from: string;
  /** Null for a contract creation. */
  readonly to: string | null;
  readonly nonce: number;
  /** 0x-hex; of a contract creation the creation code and the constructor arguments. */
  readonly input: string;
}

/** Hex values are lower case. */
export interface ChainReceipt {
  readonly succeeded: boolean;
  readonly contractAddress: string | null;
  readonly blockNumber: number;
  readonly transactionIndex: number;
}

/** The node did not give a usable answer. */
export class ChainError extends Error {
  override readonly name = "ChainError";
  /** The RPC method. */
  readonly method: string;

  constructor(method: string, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.method = method;
  }
}
