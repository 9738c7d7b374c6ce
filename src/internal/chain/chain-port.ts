import type { Wait } from "../domain/clock.ts";
import { ServiceError } from "../services/service-error.ts";

/**
 * By default, reads use the latest block. They stop when their signal is aborted, and reject with a {@link ChainError}.
 */
export interface ChainPort {
  readonly networkName: string;
  /** Waits between two reads. @default a timer */
  readonly wait?: Wait | undefined;
  /** Seed for the random calls. A fixed seed makes a run repeatable. @default random */
  readonly seed?: string;
  chainId(signal: AbortSignal): Promise<number>;
  /** The code as lowercase 0x-prefixed hex, or `0x` for an account without code. */
  code(address: string, signal: AbortSignal, block?: number): Promise<string>;
  /** 32 bytes as 0x-prefixed hex. */
  storage(address: string, slot: string, signal: AbortSignal, block?: number): Promise<string>;
  call(
    to: string,
    data: string,
    signal: AbortSignal,
    block?: number,
    conditions?: CallConditions,
  ): Promise<string>;
  /** Returns a call's direct subcalls, from `debug_traceCall` with the callTracer. */
  traceCall(call: TracedCall, signal: AbortSignal, block?: number): Promise<readonly InnerCall[]>;
  /** Returns a contract's events in an inclusive block range, oldest first. */
  logs(
    address: string,
    topic: string,
    range: { readonly fromBlock: number; readonly toBlock?: number | undefined },
    signal: AbortSignal,
  ): Promise<readonly ChainLog[]>;
  account(address: string, signal: AbortSignal): Promise<AccountFacts>;
  latestBlock(signal: AbortSignal): Promise<number>;
  /** Undefined for an unknown hash. */
  transaction(hash: string, signal: AbortSignal): Promise<ChainTransaction | undefined>;
  receipt(hash: string, signal: AbortSignal): Promise<ChainReceipt | undefined>;
  /** Returns a block's timestamp in seconds since 1970. Undefined for an unknown block. */
  timestampOf(block: number, signal: AbortSignal): Promise<number | undefined>;
  /**
   * Returns the contracts that a transaction created and didn't destroy. Rejects if the node can't trace it, which is
   * common.
   */
  creationsIn(hash: string, signal: AbortSignal): Promise<readonly TracedCreation[]>;
  /** Identifies a development node's current run. Undefined for any other node. */
  instance(signal: AbortSignal): Promise<NodeInstance | undefined>;
  /** Returns a block's transactions, except malformed ones. Undefined for an unknown block. */
  transactionsOf(block: number, signal: AbortSignal): Promise<readonly ChainTransaction[] | undefined>;
}

export interface CallConditions {
  /** The sender. @default the node's default */
  readonly from?: string;
  /** Code that replaces contracts' code during this call, keyed by address. A node may ignore it. @default none */
  readonly code?: Readonly<Record<string, string>>;
  /** @default the node's maximum */
  readonly gas?: number | undefined;
}

export interface TracedCall {
  readonly from: string;
  readonly to: string;
  readonly data: string;
  /** @default the node's maximum */
  readonly gas?: number | undefined;
}

/** Hex values are lowercase. */
export interface InnerCall {
  readonly type: string;
  /** The caller's address. For a DELEGATECALL, the contract in whose context the code runs. */
  readonly from: string;
  /** The contract whose code runs. Null for a failed creation. */
  readonly to: string | null;
  readonly input: string;
}

/** One run of a development node. Each run starts with an empty chain. */
export interface NodeInstance {
  /** The tool that runs the node, identified by the RPC method that the node supports. */
  readonly tool: "anvil" | "hardhat";
  readonly chainId: number;
  readonly instanceId: string;
}

/** Hex values are lowercase. */
export interface ChainLog {
  readonly topics: readonly string[];
  readonly data: string;
  /** Undefined if the node omits it. */
  readonly transactionHash?: string | undefined;
}

export interface AccountFacts {
  /** In wei. */
  readonly balance: bigint;
  readonly nonce: number;
}

/** Hex values are lowercase. */
export interface ChainTransaction {
  readonly hash: string;
  readonly from: string;
  /** Null for a contract creation. */
  readonly to: string | null;
  /** Undefined if the node omits it. */
  readonly nonce: number | undefined;
  /** For a creation by a signed transaction, the init code: creation code and constructor arguments. */
  readonly input: string;
  readonly position?: { readonly blockNumber: number; readonly transactionIndex: number } | undefined;
  /**
   * True if a signature proves sender and input. Ledgers synthesize unsigned transactions for their native types, with
   * a sender that depends on the RPC method, and an input that may differ from the executed input.
   */
  readonly isSigned: boolean;
}

/** A contract that a transaction created, according to the node's call trace. Hex values are lowercase. */
export interface TracedCreation {
  readonly address: string;
  /** The contract or account that created it. */
  readonly creator: string;
  readonly initCode: string;
  /** True if the address is derived from the init code (CREATE2), not from the creator's nonce. */
  readonly isCreate2: boolean;
}

/** Hex values are lowercase. */
export interface ChainReceipt {
  readonly succeeded: boolean;
  readonly contractAddress: string | null;
  readonly blockNumber: number;
  readonly transactionIndex: number;
}

/** Thrown if the node returns no usable response. */
export class ChainError extends Error {
  override readonly name = "ChainError";
  readonly method: string;

  constructor(method: string, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.method = method;
  }
}

/**
 * Runs a read that may fail, because many nodes lack older state or some methods. Undefined if there is no response.
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
 * Nodes' error messages for a call that failed in the contract itself: "execution reverted" (geth, anvil, reth), "VM
 * Exception …: reverted" (Hardhat), "VM execution error" (Nethermind), "CONTRACT_REVERT_EXECUTED" (Hedera), and the
 * EVM's other failures.
 */
const EXECUTION =
  /revert|execution error|out of gas|(invalid|undefined|bad) (opcode|instruction|jump)|opcode .{0,20}not defined|stack (under|over)flow|\bCONTRACT_/i;

/** True if the node ran the call and the contract failed. This is a valid response, not a node failure. */
export function isExecutionFailure(error: unknown): boolean {
  return error instanceof ChainError && error.method === "eth_call" && EXECUTION.test(error.message);
}

/** Returns an error handler that substitutes a value if the contract failed during the call. */
export function ifReverted<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (isExecutionFailure(error)) return value;
    throw error;
  };
}

/** Returns the response's `result`. Rejects with a ServiceError, or with an error that has the response's `code`. */
export type NodeRequest = (
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
) => Promise<unknown>;
