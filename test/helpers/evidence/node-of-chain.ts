import { ChainError, type NodeRequest } from "../../../src/internal/chain/chain-port.ts";
import type { FakeChain } from "../fake-chain.ts";

/** Answers like a node for an in-memory chain. Faults of the chain become node errors, which persist. */
export function nodeOf(chain: FakeChain): NodeRequest {
  return async (method, params, signal) => {
    try {
      return await answer(chain, method, params, signal);
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      throw Object.assign(new Error(error.message), { code: -32000 });
    }
  };
}

async function answer(
  chain: FakeChain,
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
): Promise<unknown> {
  const [first, second] = params;
  const text = String(first);
  switch (method) {
    case "eth_chainId":
      return quantity(await chain.chainId());
    case "eth_getCode":
      return chain.code(text, signal, blockOf(second));
    case "eth_getStorageAt":
      return chain.storage(text, String(second));
    case "eth_call": {
      const { to, data } = first as Readonly<Record<"to" | "data", string>>;
      return chain.call(to, data);
    }
    case "debug_traceCall":
      return chain.traceCall();
    case "eth_getLogs":
      return chain.logs(text, "");
    case "eth_getBalance":
      return quantity((await chain.account(text)).balance);
    case "eth_getTransactionCount":
      return quantity((await chain.account(text)).nonce);
    case "eth_blockNumber":
      return quantity(await chain.latestBlock());
    case "eth_getTransactionByHash":
      return transactionOf(await chain.transaction(text));
    case "eth_getTransactionReceipt": {
      const receipt = await chain.receipt(text);
      return receipt === undefined
        ? null
        : {
            status: quantity(receipt.succeeded ? 1 : 0),
            contractAddress: receipt.contractAddress,
            blockNumber: quantity(receipt.blockNumber),
            transactionIndex: quantity(receipt.transactionIndex),
          };
    }
    case "eth_getBlockByNumber": {
      const block = blockOf(first) ?? 0;
      const timestamp = await chain.timestampOf(block);
      if (timestamp === undefined) return null;
      const transactions = second === true ? ((await chain.transactionsOf(block)) ?? []) : [];
      return { timestamp: quantity(timestamp), transactions: transactions.map(transactionOf) };
    }
    case "debug_traceTransaction":
      await chain.creationsIn(text);
      return { type: "CALL", from: `0x${"1".repeat(40)}`, to: `0x${"2".repeat(40)}`, input: "0x" };
    default:
      throw Object.assign(new Error(`no ${method} here`), { code: -32601 });
  }
}

function transactionOf(transaction: Awaited<ReturnType<FakeChain["transaction"]>>): unknown {
  if (transaction === undefined) return null;
  const { position, isSigned, nonce, hash, from, to, input } = transaction;
  return {
    hash,
    from,
    to,
    input,
    ...(nonce === undefined ? {} : { nonce: quantity(nonce) }),
    ...(position === undefined
      ? {}
      : {
          blockNumber: quantity(position.blockNumber),
          transactionIndex: quantity(position.transactionIndex),
        }),
    ...(isSigned ? { r: "0x1", s: "0x1" } : {}),
  };
}

function blockOf(tag: unknown): number | undefined {
  return tag === "latest" || tag === undefined ? undefined : Number(tag);
}

function quantity(value: number | bigint): string {
  return `0x${value.toString(16)}`;
}
