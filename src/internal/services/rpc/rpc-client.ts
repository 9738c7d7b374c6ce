import * as z from "zod";
import type { HttpAnswer } from "../http/exchange.ts";
import { type About, limitReached, noResponse, unexpectedStatus } from "../http/failures.ts";
import { HttpClient, type HttpOptions, type RequestSpec } from "../http/http-client.ts";
import { jsonOrUndefined } from "../http/parse-json.ts";
import type { ServiceError } from "../service-error.ts";

/** A request object of JSON-RPC 2.0. */
export interface RpcRequest {
  readonly jsonrpc: "2.0";
  readonly id: string | number;
  readonly method: string;
  readonly params?: unknown;
}

/** A response object of JSON-RPC 2.0 (section 5 of its specification). */
export type RpcResponse = z.output<typeof wireResponse>;

const jsonrpc = z.literal("2.0");
const id = z.union([z.string(), z.number(), z.null()]);
const error = z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() });
const result = z.unknown().refine((value) => value !== undefined);
const wireResponse = z.union([z.object({ jsonrpc, id, error }), z.object({ jsonrpc, id, result })]);

/** The node's answer to a request is an error. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Methods that only read, so their requests may always be sent again. */
const READS =
  /^(eth_(get\w+|call|chainId|blockNumber)|debug_traceCall|net_version|web3_clientVersion|(anvil|hardhat)_metadata)$/;

/** "Limit exceeded": -32005 of EIP-1474, and -32605 of Hedera's relay, also with status 200 where a proxy hides 429. */
const LIMIT_CODES = new Set([-32005, -32605]);

/**
 * Hedera's relay: its mirror node failed. `data` is the mirror node's status, where the relay knows one; the relay's own
 * status is often the same, but not behind every proxy.
 */
const MIRROR_NODE_FAILED = -32020;

const TOO_MANY_REQUESTS = 429;

/** Statuses of a gateway or a limit: what comes with them is not the node's own answer, even if it is JSON-RPC. */
const NOT_OF_THE_NODE = new Set([429, 502, 503, 504]);

/** Every node answers it, and at once. */
const CHAIN_ID: RequestSpec = {
  method: "POST",
  path: "",
  body: { jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] },
  changesNothing: true,
  failureOf: (answer, about) => failureOf(answer, readRpcResponse(answer.text), about),
};

/** A JSON-RPC node at one URL, asked over HTTP with the limits, the pace and the retries of {@link HttpClient}. */
export class RpcClient {
  readonly #http: HttpClient;

  /** @throws VerifyContractError VC106, VC108 */
  constructor(options: Omit<HttpOptions, "service" | "hidesPath">) {
    // The path of a node's URL is often a key.
    this.#http = new HttpClient({ ...options, service: "node", hidesPath: true }, CHAIN_ID);
  }

  /**
   * The node's answer, which may be an error of the request. Waits for a rate limit to end.
   *
   * @throws ServiceError
   */
  async send(request: RpcRequest, signal: AbortSignal): Promise<RpcResponse> {
    let response: RpcResponse | undefined;
    const answer = await this.#http.send({
      method: "POST",
      path: "",
      body: request,
      changesNothing: READS.test(request.method),
      failureOf: (answer, about) => {
        response = readRpcResponse(answer.text);
        return failureOf(answer, response, about);
      },
      signal,
    });
    if (response === undefined) throw noResponse(answer, answer.about);
    return response;
  }
}

function failureOf(
  answer: HttpAnswer,
  response: RpcResponse | undefined,
  about: About,
): ServiceError | undefined {
  const { status } = answer;
  const error = response !== undefined && "error" in response ? response.error : undefined;
  if (NOT_OF_THE_NODE.has(status)) {
    return unexpectedStatus(error === undefined ? answer : { ...answer, text: error.message }, about);
  }
  if (error !== undefined && LIMIT_CODES.has(error.code)) return limitReached(answer, error.message, about);
  if (error?.code === MIRROR_NODE_FAILED) return failureOfMirror(error, answer, about);
  // Some nodes answer a request that they refuse with 400, others with 200.
  if (response !== undefined) return undefined;
  return status >= 200 && status <= 299 ? noResponse(answer, about) : unexpectedStatus(answer, about);
}

/** Undefined where the mirror node refused what was asked: then the node's answer is an error of the request. */
function failureOfMirror(
  { data, message }: { readonly data?: unknown; readonly message: string },
  answer: HttpAnswer,
  about: About,
): ServiceError | undefined {
  if (typeof data !== "number" || data === TOO_MANY_REQUESTS) return limitReached(answer, message, about);
  return data >= 500 && data <= 599
    ? unexpectedStatus({ ...answer, status: data, text: message }, about)
    : undefined;
}

/** Reads a node's answer; undefined for anything that is not a response, such as a gateway's page. */
function readRpcResponse(text: string): RpcResponse | undefined {
  return wireResponse.safeParse(jsonOrUndefined(text)).data;
}
