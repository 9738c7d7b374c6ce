import * as z from "zod";
import { evmAddress as address, transactionHash as hash, hex } from "../domain/wire.ts";
import { DEFAULT_RETRY, delayMs } from "../services/http/failures.ts";
import { retry } from "../services/retry.ts";
import { ServiceError } from "../services/service-error.ts";
import { cleanText } from "../text/clean-text.ts";
import { isObject, withoutUndefined } from "../text/is-object.ts";
import {
  type CallConditions,
  ChainError,
  type ChainPort,
  type ChainTransaction,
  ifAnswered,
  type NodeRequest,
  type TracedCall,
} from "./chain-port.ts";
import { readTraceCreations } from "./creations-of-trace.ts";

/** For an RPC call. Hardhat's provider retries only after HTTP status 429. */
const RETRY = { ...DEFAULT_RETRY, attempts: 3, minDelayMs: 600 };
/** Maximum length of a list of logs or calls. */
const MAX_ENTRIES = 20_000;
const MAX_CAUSES = 4;

/**
 * Error codes for transient failures: rate limits (in EIP-1474 and in the Hedera relay), and the code that Hardhat uses
 * if it didn't reach the node, for example because the connection was lost or a gateway returned an error page.
 */
const TRANSIENT_CODES = new Set<unknown>([-32005, -32605, -1]);

const matching = <T>(pattern: RegExp, parse: (text: string) => T) =>
  z
    .string()
    .regex(pattern)
    .transform((text) => parse(text));
const quantity = matching(/^0x[0-9a-fA-F]{1,13}$/, Number);
const amount = matching(/^0x[0-9a-fA-F]{1,64}$/, BigInt);
/** Some nodes omit leading zeros. */
const word = matching(
  /^0x[0-9a-fA-F]{0,64}$/,
  (text) => `0x${text.slice(2).toLowerCase().padStart(64, "0")}`,
);

const wireTransaction = z.object({
  hash,
  from: address,
  to: address.nullish(),
  nonce: quantity.nullish().catch(undefined),
  input: hex,
  blockNumber: quantity.nullish().catch(undefined),
  transactionIndex: quantity.nullish().catch(undefined),
  r: amount.nullish().catch(undefined),
  s: amount.nullish().catch(undefined),
});
const wireReceipt = z.object({
  status: quantity.nullish(),
  contractAddress: address.nullish(),
  blockNumber: quantity,
  transactionIndex: quantity,
});
const wireInnerCall = z.object({
  type: z.string().max(20),
  from: address,
  to: address.nullish().transform((to) => to ?? null),
  input: hex.nullish().transform((input) => input ?? "0x"),
});
const wireFrame = z.object({ calls: z.array(wireInnerCall).max(MAX_ENTRIES).nullish() });
const wireLogs = z.lazy(() =>
  z
    .array(
      z.object({
        topics: z.array(hash).max(4),
        data: hex,
        transactionHash: hash.optional().catch(undefined),
      }),
    )
    .max(MAX_ENTRIES),
);
/** The methods `anvil_metadata` and `hardhat_metadata`. Each node supports only its own method. */
const INSTANCE_METHODS = [
  ["anvil", "anvil_metadata"],
  ["hardhat", "hardhat_metadata"],
] as const;
const wireInstance = z.object({
  chainId: z.number().int().positive(),
  instanceId: z.string().regex(/^0x[0-9a-fA-F]{1,64}$/),
});
const wireTime = z.object({ timestamp: quantity });
/** Validated one by one: ledgers also list native transactions, and a malformed one must not hide the rest. */
const wireBlock = z.object({ transactions: z.array(z.unknown()) });
const wireTrace = z.custom<object>(isObject);

export interface RpcChain extends ChainPort {
  readonly request: NodeRequest;
  readonly through: (wrap: (request: NodeRequest) => NodeRequest, of?: RpcChainOptions) => RpcChain;
}

export type RpcChainOptions = Pick<ChainPort, "seed" | "wait">;

export function rpcChain(networkName: string, request: NodeRequest, options: RpcChainOptions = {}): RpcChain {
  const ask = async <T>(
    method: string,
    params: unknown[],
    schema: z.ZodType<T>,
    signal: AbortSignal,
  ): Promise<T> => {
    const answer = await retry(() => request(method, params, signal), {
      attempts: RETRY.attempts,
      delayMs: getRetryDelay,
      wait: options.wait,
      signal,
    }).catch((cause: unknown) => {
      signal.throwIfAborted();
      throw new ChainError(method, formatReason(cause), { cause });
    });
    const parsed = schema.safeParse(answer);
    if (parsed.success) return parsed.data;
    const reason = "unexpected response format for this method";
    throw new ChainError(method, reason, { cause: parsed.error });
  };
  return {
    networkName,
    ...options,
    request,
    through: (wrap, of = options) => rpcChain(networkName, wrap(request), of),
    chainId: (signal) => ask("eth_chainId", [], quantity, signal),
    // Older Hedera relays return a token's code without 0x, which the schema adds.
    code: (at, signal, block) => ask("eth_getCode", [at, formatBlockTag(block)], hex, signal),
    storage: (at, slot, signal, block) =>
      ask("eth_getStorageAt", [at, slot, formatBlockTag(block)], word, signal),
    call: (to, data, signal, block, conditions) =>
      ask("eth_call", createCallParameters(to, data, formatBlockTag(block), conditions), hex, signal),
    traceCall: async (call, signal, block) => {
      const parameters = [formatCall(call), formatBlockTag(block), { tracer: "callTracer" }];
      return (await ask("debug_traceCall", parameters, wireFrame, signal)).calls ?? [];
    },
    logs: (address, topic, { fromBlock, toBlock }, signal) =>
      ask(
        "eth_getLogs",
        [{ address, topics: [topic], fromBlock: toQuantity(fromBlock), toBlock: formatBlockTag(toBlock) }],
        wireLogs,
        signal,
      ),
    account: async (at, signal) => {
      const [balance, nonce] = await Promise.all([
        ask("eth_getBalance", [at, "latest"], amount, signal),
        ask("eth_getTransactionCount", [at, "latest"], quantity, signal),
      ]);
      return { balance, nonce };
    },
    latestBlock: (signal) => ask("eth_blockNumber", [], quantity, signal),
    transaction: async (of, signal) => {
      const wire = await ask("eth_getTransactionByHash", [of], wireTransaction.nullish(), signal);
      return wire ? toTransaction(wire) : undefined;
    },
    receipt: async (of, signal) => {
      const wire = await ask("eth_getTransactionReceipt", [of], wireReceipt.nullish(), signal);
      if (!wire) return undefined;
      const { status, contractAddress, ...position } = wire;
      // Receipts from before the Byzantium fork have no status. For them, the contract at the address proves success.
      return { ...position, succeeded: status !== 0, contractAddress: contractAddress ?? null };
    },
    timestampOf: async (block, signal) => {
      const wire = await ask("eth_getBlockByNumber", [toQuantity(block), false], wireTime.nullish(), signal);
      return wire?.timestamp;
    },
    transactionsOf: async (block, signal) => {
      const wire = await ask("eth_getBlockByNumber", [toQuantity(block), true], wireBlock.nullish(), signal);
      return wire?.transactions.flatMap((each) => {
        const transaction = wireTransaction.safeParse(each);
        return transaction.success ? [toTransaction(transaction.data)] : [];
      });
    },
    instance: async (signal) => {
      for (const [tool, method] of INSTANCE_METHODS) {
        // Nodes that don't support the method reject it with various errors.
        const wire = await ifAnswered(signal, () => ask(method, [], wireInstance, signal));
        if (wire !== undefined) return { tool, ...wire };
      }
      return undefined;
    },
    creationsIn: async (of, signal) =>
      readTraceCreations(
        await ask("debug_traceTransaction", [of, { tracer: "callTracer" }], wireTrace, signal),
      ),
  };
}

function toTransaction(wire: z.infer<typeof wireTransaction>): ChainTransaction {
  const { r, s, blockNumber, transactionIndex, ...of } = wire;
  const isMined = blockNumber != null && transactionIndex != null;
  return {
    ...of,
    position: isMined ? { blockNumber, transactionIndex } : undefined,
    to: wire.to ?? null,
    nonce: wire.nonce ?? undefined,
    isSigned: (r ?? 0n) !== 0n && (s ?? 0n) !== 0n,
  };
}

/** Most errors with a code are the node's final response. A ServiceError's request has already been retried. */
function getRetryDelay(attempt: number, error: Error): number | undefined {
  const isFinal = "code" in error && typeof error.code === "number" && !TRANSIENT_CODES.has(error.code);
  if (isFinal || error instanceof ServiceError) return undefined;
  return delayMs(attempt, {}, RETRY, Math.random());
}

/** Hardhat wraps errors, quotes responses of any length, and includes the URL, whose path can contain an API key. */
function formatReason(error: unknown): string {
  if (error instanceof ServiceError) return removePaths(error.reason);
  const messages: string[] = [];
  for (let it = error; it instanceof Error && messages.length < MAX_CAUSES; it = it.cause) {
    const text = removePaths(cleanText(it.message.slice(0, 2000), 200));
    if (text !== "" && !messages.some((known) => known.includes(text))) messages.push(text);
  }
  return messages.length === 0 ? cleanText(String(error)) : messages.join(": ");
}

function removePaths(text: string): string {
  return text.replace(/(https?:\/\/)(?:[^\s/@]*@)?([^\s/?#"']+)[^\s"']*/g, "$1$2");
}

/** Omits the third parameter if no code is replaced, because not all nodes support it. */
function createCallParameters(
  to: string,
  data: string,
  block: string,
  { code = {}, ...call }: CallConditions = {},
): unknown[] {
  const overrides = Object.entries(code).map(([at, replaced]) => [at, { code: replaced }] as const);
  return [
    formatCall({ ...call, to, data }),
    block,
    ...(overrides.length === 0 ? [] : [Object.fromEntries(overrides)]),
  ];
}

function formatCall({ gas, ...call }: Partial<TracedCall>): object {
  return withoutUndefined({ ...call, gas: gas === undefined ? undefined : toQuantity(gas) });
}

function formatBlockTag(block: number | undefined): string {
  return block === undefined ? "latest" : toQuantity(block);
}

export function toQuantity(value: number): string {
  return `0x${value.toString(16)}`;
}
