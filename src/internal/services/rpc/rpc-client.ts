import * as z from "zod";
import { limitReached, noResponse, type ServiceAnswer, unexpectedStatus } from "../http/failures.ts";
import { HttpClient, type HttpOptions, type RequestSpec } from "../http/http-client.ts";
import { jsonOrUndefined } from "../http/parse-json.ts";
import type { ServiceError } from "../service-error.ts";

export interface RpcRequest {
  readonly jsonrpc: "2.0";
  readonly id: string | number;
  readonly method: string;
  readonly params?: unknown;
}

/** Section 5 of the JSON-RPC 2.0 specification. */
export type RpcResponse = z.output<typeof wireResponse>;

const jsonrpc = z.literal("2.0");
const id = z.union([z.string(), z.number(), z.null()]);
const error = z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() });
const result = z.unknown().refine((value) => value !== undefined);
const wireResponse = z.union([z.object({ jsonrpc, id, error }), z.object({ jsonrpc, id, result })]);

export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

type Result =
  | { readonly error: { readonly code: number; readonly message: string } }
  | { readonly result: unknown };

export function readResult(response: Result): unknown {
  if ("error" in response) throw new RpcError(response.error.code, response.error.message);
  return response.result;
}

/** Methods that only read, so a retry is always harmless. */
const READS =
  /^(eth_(get\w+|call|chainId|blockNumber)|debug_traceCall|net_version|web3_clientVersion|(anvil|hardhat)_metadata)$/;

const TOO_MANY_REQUESTS = 429;

/**
 * "Limit exceeded": -32005 in EIP-1474, -32605 in Hedera's relay. Some providers use the HTTP status as the code.
 * Proxies may send any of these codes with status 200.
 */
const LIMIT_CODES = new Set([-32005, -32605, TOO_MANY_REQUESTS]);

/**
 * Hedera's relay reports that its mirror node failed. `data` is the mirror node's status, if known. Some proxies change
 * the HTTP status of the response.
 */
const MIRROR_NODE_FAILED = -32020;

/** Statuses sent by a gateway or rate limiter. Even a JSON-RPC body with such a status isn't the node's own. */
const NOT_OF_THE_NODE = new Set([429, 502, 503, 504]);

/** Every node answers this method immediately. */
const CHAIN_ID_REQUEST: RpcRequest = { jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] };
const CHAIN_ID: RequestSpec = {
  method: "POST",
  path: "",
  body: CHAIN_ID_REQUEST,
  changesNothing: true,
  findFailure: (answer) => findFailure(answer, readRpcResponse(answer.text), CHAIN_ID_REQUEST),
};

export class RpcClient {
  readonly #http: HttpClient;
  #lastId = 0;

  /** @throws VerifyContractError VC106, VC108 */
  constructor(options: Omit<HttpOptions, "service" | "hidesPath">) {
    // A node's URL often contains a key in its path.
    this.#http = new HttpClient({ ...options, service: "node", hidesPath: true }, CHAIN_ID);
  }

  /** @throws ServiceError, or RpcError if the node responds with an error. */
  async request(method: string, params: readonly unknown[], signal: AbortSignal): Promise<unknown> {
    this.#lastId += 1;
    return readResult(await this.send({ jsonrpc: "2.0", id: this.#lastId, method, params }, signal));
  }

  /** The response may be a JSON-RPC error. @throws ServiceError */
  async send(request: RpcRequest, signal: AbortSignal): Promise<RpcResponse> {
    let response: RpcResponse | undefined;
    const answer = await this.#http.send({
      method: "POST",
      path: "",
      body: request,
      changesNothing: READS.test(request.method),
      findFailure: (answer) => {
        response = readRpcResponse(answer.text);
        return findFailure(answer, response, request);
      },
      signal,
    });
    if (response === undefined) throw noResponse(answer, "JSON-RPC");
    return response;
  }
}

function findFailure(
  answer: ServiceAnswer,
  response: RpcResponse | undefined,
  { id }: RpcRequest,
): ServiceError | undefined {
  const { status } = answer;
  const error = response !== undefined && "error" in response ? response.error : undefined;
  if (NOT_OF_THE_NODE.has(status)) {
    return unexpectedStatus(error === undefined ? answer : { ...answer, text: error.message });
  }
  if (error !== undefined && LIMIT_CODES.has(error.code)) return limitReached(answer, error.message);
  if (error?.code === MIRROR_NODE_FAILED) return readMirrorFailure(error, answer);
  // A refusal may have no id. Some nodes refuse a request with status 400, and others with 200.
  if (error !== undefined) return undefined;
  if (response !== undefined)
    return String(response.id) === String(id) ? undefined : noResponse(answer, "a response to this request");
  return status >= 200 && status <= 299 ? noResponse(answer, "JSON-RPC") : unexpectedStatus(answer);
}

/** Undefined if the mirror node refused the request. The node's response is then treated as a JSON-RPC error. */
function readMirrorFailure(
  { data, message }: { readonly data?: unknown; readonly message: string },
  answer: ServiceAnswer,
): ServiceError | undefined {
  if (typeof data !== "number" || data === TOO_MANY_REQUESTS) return limitReached(answer, message);
  return data >= 500 && data <= 599
    ? unexpectedStatus({ ...answer, status: data, text: message })
    : undefined;
}

/** Undefined for anything that isn't a response, such as a gateway's page. */
function readRpcResponse(text: string): RpcResponse | undefined {
  return wireResponse.safeParse(jsonOrUndefined(text)).data;
}
