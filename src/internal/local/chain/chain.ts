import * as z from "zod";
import { type Rpc, RpcError } from "./rpc.ts";

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
/** Of a transaction by its hash. */
const minedSchema = z.object({ ...transactionSchema.shape, blockNumber: quantity.nullable() });

const blockFields = {
  hash: hex,
  number: quantity,
  parentHash: hex,
  timestamp: quantity,
  gasUsed: quantity,
  size: quantity.nullish(),
  logsBloom: hex.nullish(),
};
const blockSchema = z.object({ ...blockFields, transactions: z.array(transactionSchema) });

const receiptSchema = z.object({
  status: quantity.nullish(),
  contractAddress: hex.nullish(),
  gasUsed: quantity,
  logsBloom: hex.nullish(),
});

const traceSchema = z.custom<object>((value) => typeof value === "object" && value !== null);

const metadataSchema = z.object({ forkedNetwork: z.object({ forkBlockNumber: z.int() }).nullish() });

export type ChainTransaction = z.output<typeof transactionSchema>;
export type ChainBlock = z.output<typeof blockSchema>;
type MinedTransaction = ChainTransaction & { readonly blockNumber: number };
export type ChainReceipt = z.output<typeof receiptSchema>;

/** What the local services read from the development chain. All addresses are in lower case. */
export interface Chain {
  chainId(): Promise<string>;
  latestBlockNumber(): Promise<number>;
  /** With its transactions; undefined when there is no such block. */
  block(hashOrNumber: string | number): Promise<ChainBlock | undefined>;
  /** The contract that a transaction without a recipient created; undefined if it failed. */
  createdContract(transactionHash: string): Promise<string | undefined>;
  /** undefined when there is none, or it is not mined. */
  transaction(hash: string): Promise<MinedTransaction | undefined>;
  receipt(hash: string): Promise<ChainReceipt | undefined>;
  /** A transaction's calls, as geth's `callTracer` has them; undefined where the node does not trace. */
  trace(hash: string): Promise<object | undefined>;
  /** Runtime code, `0x` when there is none. */
  code(address: string, blockNumber?: number): Promise<string>;
  storage(address: string, slot: string): Promise<string>;
  call(to: string, data: string): Promise<string>;
  nonce(address: string): Promise<number>;
  /** The last block of another network that the node has forked; undefined for a chain of its own. */
  forkedBlockNumber(): Promise<number | undefined>;
}

/** Reads a chain over JSON-RPC, checking each answer where it comes in. */
export function readChain(rpc: Rpc): Chain {
  return {
    chainId: async () => BigInt(hex.parse(await rpc("eth_chainId", []))).toString(),
    latestBlockNumber: async () => quantity.parse(await rpc("eth_blockNumber", [])),
    block: async (hashOrNumber) => {
      const answer =
        typeof hashOrNumber === "number"
          ? await rpc("eth_getBlockByNumber", [toQuantity(hashOrNumber), true])
          : await rpc("eth_getBlockByHash", [hashOrNumber, true]);
      return answer === null ? undefined : blockSchema.parse(answer);
    },
    createdContract: async (transactionHash) => {
      const answer = await rpc("eth_getTransactionReceipt", [transactionHash]);
      const receipt = receiptSchema.nullable().parse(answer);
      return receipt?.status === 1 ? receipt.contractAddress?.toLowerCase() : undefined;
    },
    transaction: async (hash) => {
      const mined = minedSchema.nullable().parse(await rpc("eth_getTransactionByHash", [hash]));
      return mined === null || mined.blockNumber === null
        ? undefined
        : { ...mined, blockNumber: mined.blockNumber };
    },
    receipt: async (hash) =>
      receiptSchema.nullable().parse(await rpc("eth_getTransactionReceipt", [hash])) ?? undefined,
    trace: async (hash) => {
      const answer = await rpc("debug_traceTransaction", [hash, { tracer: "callTracer" }]).catch(
        (error: unknown) => {
          if (error instanceof RpcError) return undefined;
          throw error;
        },
      );
      return traceSchema.safeParse(answer).data;
    },
    code: async (address, blockNumber) =>
      hex.parse(
        await rpc("eth_getCode", [address, blockNumber === undefined ? "latest" : toQuantity(blockNumber)]),
      ),
    storage: async (address, slot) => hex.parse(await rpc("eth_getStorageAt", [address, slot, "latest"])),
    call: async (to, data) => hex.parse(await rpc("eth_call", [{ to, data }, "latest"])),
    nonce: async (address) => quantity.parse(await rpc("eth_getTransactionCount", [address, "latest"])),
    forkedBlockNumber: async () => {
      // Only development nodes know the method.
      const answer = await rpc("hardhat_metadata", []).catch(() => undefined);
      return metadataSchema.safeParse(answer).data?.forkedNetwork?.forkBlockNumber;
    },
  };
}

function toQuantity(value: number): string {
  return `0x${value.toString(16)}`;
}
