import { ENDPOINTS, type QueryEndpointName } from "../endpoints.ts";
import { unexpectedStatus, unusableAnswer } from "../http/failures.ts";
import {
  type CallOptions,
  type HttpOptions,
  type RequestSpec,
  type ServiceAnswer,
  type Transport,
  transportOf,
} from "../http/http-client.ts";
import { filledPath, type PathValue } from "../path-formats.ts";
import { decode, decoderOf } from "../wire/decode.ts";
import { ContractResultsEndpoints, type Expected } from "./contract-results.ts";
import type { JsonObject } from "./json.ts";
import type { QueryBlock, QueryContract } from "./model.ts";
import { nextPageOf } from "./next-page.ts";
import { type QueryOptions, queryPairs } from "./query-options.ts";
import { timestampsOf } from "./timestamp-filters.ts";
import { isNotFound, wireBlock, wireContract, wireObject } from "./wire.ts";

export interface QueryContractOptions extends CallOptions {
  /**
   * Consensus timestamps, `seconds` or `seconds.nanoseconds`, each with an operator in front or without:
   * `eq:`, `gt:`, `gte:`, `lt:`, `lte:`, `ne:`.
   */
  readonly timestamp?: string | readonly string[] | undefined;
}

export interface PagesOptions extends CallOptions {
  /** The most pages to read, including the first. @default 1000 */
  readonly maxPages?: number | undefined;
}

const MOST_PAGES = 1000;

/**
 * A query service: a ledger's mirror node. The client retries transient failures. It throws a `ServiceError` for a
 * failure, and a `VerifyContractError` (VC102, VC106) for an invalid argument before it sends anything.
 *
 * @example
 * import { QueryService } from "hardhat-verify-contract/services";
 *
 * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
 * const contract = await query.contract("0.0.1234");
 * console.log(contract?.evm_address ?? "no such contract");
 */
export class QueryService extends ContractResultsEndpoints {
  /** The base URL, without credentials. */
  readonly url: string;
  readonly #http: Transport;
  /** With its whole path. */
  readonly #base: string;

  constructor(options: Omit<HttpOptions, "service">) {
    super();
    const path = filledPath(ENDPOINTS.query.block.path, [0]);
    this.#http = transportOf({ ...options, service: "query service" }, { method: "GET", path });
    this.url = this.#http.url;
    this.#base = options.url;
  }

  /**
   * One contract, by its id (`0.0.1234` or `1234`) or its address.
   *
   * @returns `undefined` if there is none, or not yet: a new contract takes some seconds to appear.
   * @throws ServiceError
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * const before = await query.contract("0.0.1234", { timestamp: "lt:1795253078.123456789" });
   * console.log(before?.runtime_bytecode);
   */
  async contract(
    idOrAddress: string,
    { timestamp, signal }: QueryContractOptions = {},
  ): Promise<QueryContract | undefined> {
    const path = filledPath(ENDPOINTS.query.contract.path, [idOrAddress]);
    const query = timestampsOf(timestamp).map((value) => ["timestamp", value] as const);
    return this.#find(
      { method: "GET", path, query, signal },
      {
        decode: decoderOf(wireContract),
        contradiction: ({ contract_id }) =>
          isAnother(contract_id, idOrAddress) ? `it is about another contract, ${contract_id}` : undefined,
      },
    );
  }

  /**
   * One block, by its number or its hash.
   *
   * @returns `undefined` when there is none.
   * @throws ServiceError
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * const block = await query.block(77);
   * console.log(block?.timestamp.from, block?.timestamp.to);
   */
  async block(hashOrNumber: PathValue, { signal }: CallOptions = {}): Promise<QueryBlock | undefined> {
    const path = filledPath(ENDPOINTS.query.block.path, [hashOrNumber]);
    return this.#find({ method: "GET", path, signal }, { decode: decoderOf(wireBlock) });
  }

  /**
   * A first answer and the pages after it, following `links.next`: only ever below this service's own URL, and no page
   * twice. Leaving the loop ends the requests.
   *
   * @param first The answer of any endpoint, or the call that it is awaited from.
   * @throws ServiceError also for a `links.next` that leads elsewhere or in a circle, and after `maxPages`
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * for await (const page of query.pages(query.tokens({ query: { limit: 100 } }), { maxPages: 3 })) {
   *   console.log(page["tokens"]);
   * }
   */
  pages(
    first: JsonObject | Promise<JsonObject>,
    options: PagesOptions = {},
  ): AsyncGenerator<JsonObject, void, void> {
    // A call that fails before the loop begins is the loop's to report, and no unhandled rejection.
    Promise.resolve(first).catch(() => {});
    return this.#follow(first, options);
  }

  async *#follow(
    first: JsonObject | Promise<JsonObject>,
    { maxPages = MOST_PAGES, signal }: PagesOptions,
  ): AsyncGenerator<JsonObject, void, void> {
    let page = await first;
    const seen = new Set<string>();
    let answer: ServiceAnswer | undefined;
    for (let count = 1; ; count++) {
      yield page;
      const next = nextPageOf(page, this.#base);
      if (next.kind === "last") return;
      if (next.kind === "refused") throw this.#unusablePage(answer, next.reason);
      const key = JSON.stringify([next.path, next.query]);
      if (seen.has(key)) throw this.#unusablePage(answer, "links.next leads in a circle");
      if (count === maxPages) throw this.#unusablePage(answer, `there are more than ${maxPages} pages`);
      seen.add(key);
      answer = await this.#http.send({ method: "GET", path: next.path, query: next.query, signal });
      page = decode(answer, wireObject);
    }
  }

  protected override async ask(
    name: QueryEndpointName,
    values: readonly PathValue[],
    options: QueryOptions,
  ): Promise<JsonObject> {
    return decode(await this.#http.send(requestOf(name, values, options)), wireObject);
  }

  protected override async find(
    name: QueryEndpointName,
    values: readonly PathValue[],
    options: QueryOptions,
  ): Promise<JsonObject | undefined> {
    return this.#find(requestOf(name, values, options), { decode: decoderOf(wireObject) });
  }

  protected override async read<Value>(
    name: QueryEndpointName,
    values: readonly PathValue[],
    options: QueryOptions,
    expected: Expected<Value>,
  ): Promise<Value | undefined> {
    return this.#find(requestOf(name, values, options), expected);
  }

  protected override async post(
    name: QueryEndpointName,
    content: Uint8Array | JsonObject,
    options: QueryOptions,
  ): Promise<JsonObject> {
    // It computes a result and changes nothing, so it may be sent again.
    const spec = {
      method: "POST",
      ...(content instanceof Uint8Array
        ? { content: { bytes: content, type: PROTOBUF } }
        : { body: content }),
      changesNothing: true,
    } as const;
    return decode(await this.#http.send({ ...requestOf(name, [], options), ...spec }), wireObject);
  }

  async #find<Value>(
    request: RequestSpec,
    { decode: decoded, contradiction }: Expected<Value>,
  ): Promise<Value | undefined> {
    const answer = await this.#http.send({ ...request, accept: [404] });
    if (answer.status !== 404) {
      const value = decoded(answer);
      const reason = contradiction?.(value);
      if (reason !== undefined) throw unusableAnswer(answer, answer.about, reason);
      return value;
    }
    if (isNotFound(answer.text)) return undefined;
    throw unexpectedStatus(answer, answer.about);
  }

  /** The page that the caller brought has no answer of its own here. */
  #unusablePage(answer: ServiceAnswer | undefined, reason: string): Error {
    const about = { service: this.#http.service, method: "GET", url: this.url, attempts: 1 };
    return unusableAnswer(answer ?? { status: 200, text: "" }, answer?.about ?? about, reason);
  }
}

/** As the mirror node's own description of the interface has it. */
const PROTOBUF = "application/protobuf";

function requestOf(
  name: QueryEndpointName,
  values: readonly PathValue[],
  { query, signal }: QueryOptions,
): RequestSpec {
  return {
    method: "GET",
    path: filledPath(ENDPOINTS.query[name].path, values),
    query: queryPairs(query),
    signal,
  };
}

/** Whether an id differs from the requested one, which may omit shard and realm. An address has no id to compare. */
function isAnother(contractId: string | null, asked: string): boolean {
  if (contractId === null || !/^[\d.]{1,32}$/.test(asked)) return false;
  const numbers = contractId.split(".").map(Number);
  const wanted = asked.split(".").map(Number);
  return numbers.slice(-wanted.length).join(".") !== wanted.join(".");
}
