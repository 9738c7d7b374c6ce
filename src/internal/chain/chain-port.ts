import type { Wait } from "../domain/clock.ts";
import { ServiceError } from "../services/service-error.ts";

/** The reads that the program makes of a chain. Each ends with its signal, and rejects with {@link ChainError}. */
export interface ChainPort {
  /** The network's name in the configuration. */
  readonly networkName: string;
  /** How to wait between two reads. @default by a timer */
  readonly wait?: Wait | undefined;
  /** Seed of the random calls, which makes a run repeatable. @default a new one each time */
  readonly seed?: string;
  chainId(signal: AbortSignal): Promise<number>;
  /** 0x-hex, `0x` for no code. @default block the latest */
  code(address: string, signal: AbortSignal, block?: number): Promise<string>;
  /** The value of a contract's storage slot, 0x-hex of 32 bytes. @default block the latest */
  storage(address: string, slot: string, signal: AbortSignal, block?: number): Promise<string>;
  /** The return data of an `eth_call`, 0x-hex. @default block the latest */
  call(
    to: string,
    data: string,
    signal: AbortSignal,
    block?: number,
    conditions?: CallConditions,
  ): Promise<string>;
  /** The frame of a call and the frames below it, of `debug_traceCall` with the callTracer. @default block the latest */
  traceCall(call: TracedCall, signal: AbortSignal, block?: number): Promise<CallFrame>;
  /** The events of a contract in a range of blocks, both included, oldest first. @default toBlock the latest */
  logs(address: string, topic: string, range: BlockRange, signal: AbortSignal): Promise<readonly ChainLog[]>;
  /** An account's balance and nonce. */
  account(address: string, signal: AbortSignal): Promise<AccountFacts>;
  latestBlock(signal: AbortSignal): Promise<number>;
  /** Undefined for an unknown hash. */
  transaction(hash: string, signal: AbortSignal): Promise<ChainTransaction | undefined>;
  /** Undefined for an unknown hash. */
  receipt(hash: string, signal: AbortSignal): Promise<ChainReceipt | undefined>;
  /** A block's timestamp, in seconds since 1970; undefined for an unknown block. */
  timestampOf(block: number, signal: AbortSignal): Promise<number | undefined>;
  /**
   * The contracts that a transaction created and did not destroy, by the node's call trace. Many nodes do not trace, or
   * only transactions of the last blocks: they reject.
   */
  creationsIn(hash: string, signal: AbortSignal): Promise<readonly TracedCreation[]>;
  /** Identifies a run of a development node; undefined for any other node. */
  instance(signal: AbortSignal): Promise<NodeInstance | undefined>;
  /** The transactions of a block, without those of an odd form; undefined for an unknown block. */
  transactionsOf(block: number, signal: AbortSignal): Promise<readonly ChainTransaction[] | undefined>;
}

/** Parameters of an `eth_call`. */
export interface CallConditions {
  /** The sender. @default the node's */
  readonly from?: string;
  /** Codes, 0x-hex, that replace those on chain for this call, by address. A node may ignore them. @default none */
  readonly code?: Readonly<Record<string, string>>;
  /** @default as much as the node gives */
  readonly gas?: number | undefined;
}

export interface TracedCall {
  readonly from: string;
  readonly to: string;
  /** 0x-hex. */
  readonly data: string;
  /** @default as much as the node gives */
  readonly gas?: number | undefined;
}

/** A frame of a traced call. Hex values are lower case. */
export interface CallFrame {
  /** Such as `CALL` and `DELEGATECALL`. */
  readonly type: string;
  /** The contract in whose context it runs, for a DELEGATECALL. */
  readonly from: string;
  /** The contract whose code runs; null for a failed creation. */
  readonly to: string | null;
  /** 0x-hex. */
  readonly input: string;
  readonly calls: readonly CallFrame[];
}

/** A run of a development node, which starts with an empty chain. */
export interface NodeInstance {
  /** The node, by the name of the method that answered. */
  readonly tool: "anvil" | "hardhat";
  readonly chainId: number;
  /** 0x-hex. */
  readonly instanceId: string;
}

interface BlockRange {
  readonly fromBlock: number;
  readonly toBlock?: number | undefined;
}

/** Hex values are lower case. */
export interface ChainLog {
  readonly topics: readonly string[];
  /** 0x-hex. */
  readonly data: string;
  /** Undefined if the node leaves it out. */
  readonly transactionHash?: string | undefined;
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
  /** undefined where the node does not say. */
  readonly nonce: number | undefined;
  /** 0x-hex; for a contract creation by a signed transaction, the init code: creation code and constructor arguments. */
  readonly input: string;
  /** Its block; undefined if the node does not say. */
  readonly position?: { readonly blockNumber: number; readonly transactionIndex: number } | undefined;
  /**
   * True if it has a signature, which proves sender and input. Transactions that a ledger makes up for its own kinds of
   * transaction have none: their sender differs by method, and their input need not be what was executed.
   */
  readonly isSigned: boolean;
}

/** A contract that a transaction created, by the node's call trace. Hex values are lower case. */
export interface TracedCreation {
  readonly address: string;
  /** The contract or account that created it. */
  readonly creator: string;
  /** 0x-hex. */
  readonly initCode: string;
  /** True if the address was made of the init code (CREATE2), and not of the creator's nonce. */
  readonly isCreate2: boolean;
}

/** Hex values are lower case. */
export interface ChainReceipt {
  readonly succeeded: boolean;
  readonly contractAddress: string | null;
  readonly blockNumber: number;
  readonly transactionIndex: number;
}

/** The node gave no usable answer. */
export class ChainError extends Error {
  override readonly name = "ChainError";
  /** The RPC method. */
  readonly method: string;

  constructor(method: string, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.method = method;
  }
}

/**
 * @returns undefined if the node or service does not answer: many nodes have no older state, or lack a method.
 * @throws whatever else `read` throws, and everything once the signal is aborted
 */
export async function ifAnswered<T>(signal: AbortSignal, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    const isUnanswered = error instanceof ChainError || error instanceof ServiceError;
    if (isUnanswered && !signal.aborted) return undefined;
    throw error;
  }
}

/**
 * Nodes' messages for a call that the contract itself ended with an error: "execution reverted" (geth, anvil, reth), "VM Exception
 * …: reverted" (Hardhat), "VM execution error" (Nethermind), "CONTRACT_REVERT_EXECUTED" (Hedera), and the EVM's other ends.
 */
const EXECUTION =
  /revert|execution error|out of gas|(invalid|undefined|bad) (opcode|instruction|jump)|opcode .{0,20}not defined|stack (under|over)flow|\bCONTRACT_/i;

/** True if a node made a call, and the contract failed: an answer, and no fault of the node. */
export function isExecutionFailure(error: unknown): boolean {
  return error instanceof ChainError && error.method === "eth_call" && EXECUTION.test(error.message);
}

/**
 * Sends one JSON-RPC request to a node, and returns the `result` of its answer. Rejects soon after the signal is
 * aborted; what else it rejects with is a ServiceError, or an error with the `code` of the node's answer.
 */
export type NodeRequest = (
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
) => Promise<unknown>;
