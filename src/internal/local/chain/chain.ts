import * as z from "zod";
import { findBirthBlock } from "../../chain/find-creation.ts";
import { rpcChain, toQuantity } from "../../chain/rpc-chain.ts";
import { RpcClient } from "../../services/rpc/rpc-client.ts";
import { isObject } from "../../text/is-object.ts";

const hex = z.string().regex(/^0x[0-9a-fA-F]*$/);
const quantity = hex.transform((value) => Number(value));
const amount = hex.transform((value) => BigInt(value));

const transactionSchema = z.object({
  hash: hex,
  to: hex.nullish(),
  input: hex,
  from: hex,
  transactionIndex: quantity,
  nonce: quantity,
  value: amount,
  gas: quantity,
  type: quantity.nullish(),
  r: hex.nullish(),
  s: hex.nullish(),
  v: quantity.nullish(),
});

const blockSchema = z.object({
  hash: hex,
  number: quantity,
  parentHash: hex,
  timestamp: quantity,
  gasUsed: quantity,
  size: quantity.nullish(),
  logsBloom: hex.nullish(),
  transactions: z.array(transactionSchema),
});

const receiptSchema = z.object({
  status: quantity.nullish(),
  contractAddress: hex.nullish(),
  gasUsed: quantity,
  logsBloom: hex.nullish(),
});

const metadataSchema = z.object({ forkedNetwork: z.object({ forkBlockNumber: z.int() }).nullish() });

export type ChainTransaction = z.output<typeof transactionSchema>;
export type ChainBlock = z.output<typeof blockSchema>;
export type ChainReceipt = z.output<typeof receiptSchema>;

/** Large enough for a block with all its transactions. */
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;
/** A restarted node has closed its keep-alive connections. */
const RETRY = { attempts: 2, minDelayMs: 50, maxDelayMs: 50 };

export type Chain = ReturnType<typeof readChain>;

/** Validates each response. Contacts only this node. @throws VerifyContractError VC106 or VC108 */
export function readChain(rpcUrl: string) {
  const client = new RpcClient({ url: rpcUrl, retry: RETRY, maxResponseBytes: MAX_ANSWER_BYTES });
  const { signal } = new AbortController();
  const rpc = (method: string, ...params: readonly unknown[]): Promise<unknown> =>
    client.request(method, params, signal);
  const chain = rpcChain("development chain", (method, params) => rpc(method, ...params));
  return {
    chainId: async (): Promise<string> => BigInt(hex.parse(await rpc("eth_chainId"))).toString(),
    latestBlockNumber: async (): Promise<number> => quantity.parse(await rpc("eth_blockNumber")),
    block: async (hashOrNumber: string | number): Promise<ChainBlock | undefined> => {
      const answer =
        typeof hashOrNumber === "number"
          ? await rpc("eth_getBlockByNumber", toQuantity(hashOrNumber), true)
          : await rpc("eth_getBlockByHash", hashOrNumber, true);
      return blockSchema.nullable().parse(answer) ?? undefined;
    },
    /** Undefined if the transaction doesn't exist or hasn't been mined. */
    transaction: async (hash: string) => {
      const answer = await rpc("eth_getTransactionByHash", hash);
      const mined = transactionSchema.extend({ blockNumber: quantity.nullable() }).nullable().parse(answer);
      return mined?.blockNumber == null ? undefined : { ...mined, blockNumber: mined.blockNumber };
    },
    receipt: async (hash: string): Promise<ChainReceipt | undefined> =>
      receiptSchema.nullable().parse(await rpc("eth_getTransactionReceipt", hash)) ?? undefined,
    /** The calls in geth's `callTracer` format. Undefined if the node doesn't support tracing. */
    trace: async (hash: string): Promise<object | undefined> => {
      const answer = await rpc("debug_traceTransaction", hash, { tracer: "callTracer" }).catch(
        () => undefined,
      );
      return isObject(answer) ? answer : undefined;
    },
    code: async (address: string, blockNumber?: number): Promise<string> =>
      hex.parse(
        await rpc("eth_getCode", address, blockNumber === undefined ? "latest" : toQuantity(blockNumber)),
      ),
    storage: async (address: string, slot: string): Promise<string> =>
      hex.parse(await rpc("eth_getStorageAt", address, slot, "latest")),
    call: async (to: string, data: string): Promise<string> =>
      hex.parse(await rpc("eth_call", { to, data }, "latest")),
    nonce: async (address: string): Promise<number> =>
      quantity.parse(await rpc("eth_getTransactionCount", address, "latest")),
    /** The block, and the transaction that directly created the contract. */
    birthOf: (address: string) => findBirthBlock({ chain, address, signal }),
    forkedBlockNumber: async (): Promise<number | undefined> => {
      // Only development nodes support this method.
      const answer = await rpc("hardhat_metadata").catch(() => undefined);
      return metadataSchema.safeParse(answer).data?.forkedNetwork?.forkBlockNumber;
    },
  };
}

/** Lower case. Undefined if the transaction failed. */
export async function createdContract(chain: Chain, transactionHash: string): Promise<string | undefined> {
  const receipt = await chain.receipt(transactionHash);
  return receipt?.status === 1 ? receipt.contractAddress?.toLowerCase() : undefined;
}

/** Detects that a development node was restarted, reset or reverted: the last remembered block is gone. */
export class KnownHead {
  readonly #chain: Pick<Chain, "block" | "latestBlockNumber">;
  #last: Pick<ChainBlock, "number" | "hash"> | undefined;

  constructor(chain: Pick<Chain, "block" | "latestBlockNumber">) {
    this.#chain = chain;
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
