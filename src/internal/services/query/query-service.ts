import type * as z from "zod";
import { asObject } from "../../text/is-object.ts";
import { readDate, unexpectedStatus, unusableAnswer } from "../http/failures.ts";
import {
  type CallOptions,
  createTransport,
  failureUnlessNotFound,
  type HttpOptions,
  type RequestSpec,
  type Transport,
} from "../http/http-client.ts";
import type { JsonObject } from "../http/parse-json.ts";
import { type ArgumentFormat, type PathValue, validateArgument } from "../validate-argument.ts";
import { anyAnswer, decode } from "../wire/decode.ts";
import {
  isNotFound,
  type QueryBlock,
  type QueryContract,
  type QueryContractActions,
  type QueryContractResults,
  type QueryTransaction,
  queryBlock,
  queryBlocks,
  queryContract,
  queryContractActions,
  queryContractResults,
  queryTransactions,
  sameTimestamp,
} from "./model.ts";

type QueryValue = string | number | bigint | boolean;

/** Query parameters by name. A list repeats its parameter; an undefined value is omitted. */
export type QueryParameters = Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>>;

export interface QueryContractOptions extends CallOptions {
  /**
   * Consensus timestamps, `seconds` or `seconds.nanoseconds`, optionally preceded by an operator: `eq:`, `gt:`,
   * `gte:`, `lt:`, `lte:`, `ne:`.
   */
  readonly timestamp?: string | readonly string[] | undefined;
  /** True if a refused connection is retried. @default true */
  readonly retriesRefused?: boolean | undefined;
}

export interface NewestBlockOptions extends CallOptions {
  /** Called with the service's own time for each response that has a Date header. */
  readonly onDate?: ((sentAt: Date) => void) | undefined;
}

export interface PagesOptions extends CallOptions {
  /** The maximum number of pages to read, including the first. @default 1000 */
  readonly maxPages?: number | undefined;
}

const MAX_PAGES = 1000;

const PREFIX = "/api/v1";

/** Segments can't be encoded or consist only of dots, so a path never leaves the API. */
const ENDPOINT: ArgumentFormat = {
  name: "The endpoint",
  pattern: /^\/api\/v1(\/(?!\.+(\/|$))[\w.-]{1,250}){1,8}$/,
  expected: "a path below /api/v1/ without a query, such as /api/v1/accounts/0.0.1001",
};

const CONTRACT: ArgumentFormat = {
  name: "The contract",
  pattern: /^(\d{1,10}\.){0,2}(\d{1,10}|(0x)?[A-Fa-f0-9]{40})$/,
  expected: "a contract id such as 0.0.1234, or an address",
  code: "VC102",
};

const TIMESTAMP: ArgumentFormat = {
  name: "timestamp",
  pattern: /^((eq|gt|gte|lt|lte|ne):)?\d{1,10}(\.\d{1,9})?$/,
  expected: "seconds or seconds.nanoseconds, optionally preceded by eq:, gt:, gte:, lt:, lte: or ne:",
};

/**
 * A query service: a ledger's mirror node. The client retries transient failures. It throws a `ServiceError` for a
 * failure, and a `VerifyContractError` (VC102, VC106) for an invalid argument before it sends anything. The result is
 * `undefined` if the service reports that a contract, block, transaction or other item doesn't exist.
 *
 * @example
 * import { QueryService } from "hardhat-verify-contract/services";
 *
 * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
 * const contract = await query.contract("0.0.1234");
 * console.log(contract?.evm_address ?? "no such contract");
 */
export class QueryService {
  /** The base URL, without credentials. */
  readonly url: string;
  readonly #http: Transport;
  readonly #base: string;

  constructor(options: Omit<HttpOptions, "service">) {
    const neutral = { method: "GET", path: `${PREFIX}/blocks/0` } as const;
    this.#http = createTransport({ ...options, service: "query service" }, neutral);
    this.url = this.#http.url;
    this.#base = options.url;
  }

  /**
   * Reads any endpoint as JSON, without losing digits: an integer that a double can't represent is a string.
   *
   * @param path Below `/api/v1/`, without a query.
   * @param query Forwarded unchanged. Example: `{ limit: 100, "account.id": ["gte:0.0.1000", "lt:0.0.2000"] }`.
   * @returns `undefined` if the service reports that the item doesn't exist.
   */
  get(path: string, query?: QueryParameters, { signal }: CallOptions = {}): Promise<JsonObject | undefined> {
    return this.#find(path, { query, signal }, anyAnswer);
  }

  /**
   * Sends a computation that changes nothing, such as a call or a fee estimate. It is retried like a `get`.
   *
   * @param path Below `/api/v1/`.
   * @param body Sent as JSON; bytes are sent unchanged as protobuf.
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * const call = { to: "0x60768b3b49dc7c031eed1bd4d1601b976c8d550e", data: "0x5c60da1b" };
   * console.log(await query.post("/api/v1/contracts/call", call));
   */
  async post(path: string, body: JsonObject | Uint8Array, { signal }: CallOptions = {}): Promise<JsonObject> {
    const endpoint = validateArgument(path, ENDPOINT);
    const spec = { method: "POST", path: endpoint, body, changesNothing: true, signal } as const;
    return decode(await this.#http.send(spec), anyAnswer);
  }

  /**
   * Yields the pages of a list. Follows `links.next` only under this service's own URL, and reads no page twice.
   * Leaving the loop stops the requests.
   *
   * @param path Below `/api/v1/`, without a query.
   * @param query Forwarded unchanged with the first request.
   * @throws ServiceError, including for a `links.next` that points outside the service or forms a loop, and after
   * `maxPages`
   */
  async *pages(
    path: string,
    query?: QueryParameters,
    { maxPages = MAX_PAGES, signal }: PagesOptions = {},
  ): AsyncGenerator<JsonObject, void, void> {
    let request: PageRequest = { path: validateArgument(path, ENDPOINT), query: toPairs(query) };
    const seen = new Set<string>();
    for (let count = 1; ; count++) {
      seen.add(JSON.stringify(request));
      const answer = await this.#http.send({ method: "GET", ...request, signal });
      const page = decode(answer, anyAnswer);
      yield page;
      const next = readNextPage(page, this.#base);
      if (next === undefined) return;
      const refuse = (reason: string) => unusableAnswer(answer, reason);
      if ("refused" in next) throw refuse(next.refused);
      if (seen.has(JSON.stringify(next))) throw refuse("links.next forms a loop");
      if (count === maxPages) throw refuse(`there are more than ${maxPages} pages`);
      request = next;
    }
  }

  /**
   * One contract, by its id (`0.0.1234` or `1234`) or its address.
   *
   * @returns `undefined` if there is no such contract. A new contract takes a few seconds to appear.
   */
  async contract(
    idOrAddress: string,
    { timestamp = [], retriesRefused, signal }: QueryContractOptions = {},
  ): Promise<QueryContract | undefined> {
    const path = `${PREFIX}/contracts/${validateArgument(idOrAddress, CONTRACT)}`;
    const timestamps = [timestamp].flat().map((each) => validateArgument(each, TIMESTAMP));
    const options = { query: { timestamp: timestamps }, retriesRefused, signal };
    return this.#find(path, options, queryContract, ({ contract_id }) =>
      isAnother(contract_id, idOrAddress) ? `it is about a different contract, ${contract_id}` : undefined,
    );
  }

  /** @returns `undefined` if there is no such block. */
  async block(hashOrNumber: PathValue, { signal }: CallOptions = {}): Promise<QueryBlock | undefined> {
    return this.#find(`${PREFIX}/blocks/${toSegment(hashOrNumber)}`, { signal }, queryBlock);
  }

  /** @returns `undefined` if the service has no blocks. */
  async newestBlock({ onDate, signal }: NewestBlockOptions = {}): Promise<QueryBlock | undefined> {
    const options = { query: { limit: 1, order: "desc" }, onDate, signal };
    return (await this.#find(`${PREFIX}/blocks`, options, queryBlocks))?.blocks[0];
  }

  /** Transaction results for all contracts. */
  async contractResults(
    query?: QueryParameters,
    { signal }: CallOptions = {},
  ): Promise<QueryContractResults | undefined> {
    return this.#find(`${PREFIX}/contracts/results`, { query, signal }, queryContractResults);
  }

  /**
   * The calls and creations inside one contract transaction. For a creation by a factory, use the hash of the
   * transaction that called the factory. The hash of the child transaction returns no actions.
   *
   * @param transactionIdOrHash An id such as `0.0.1001-1795253078-123456789`, or a 32-byte hash.
   */
  async contractActions(
    transactionIdOrHash: string,
    query?: QueryParameters,
    { signal }: CallOptions = {},
  ): Promise<QueryContractActions | undefined> {
    const path = `${PREFIX}/contracts/results/${toSegment(transactionIdOrHash)}/actions`;
    return this.#find(path, { query, signal }, queryContractActions);
  }

  /**
   * Results of a contract's transactions. With `internal` and in ascending order, the first result belongs to the
   * creation transaction. For a deleted contract, use its id, because this endpoint doesn't find it by its address.
   */
  async resultsOfContract(
    idOrAddress: string,
    query?: QueryParameters,
    { signal }: CallOptions = {},
  ): Promise<QueryContractResults | undefined> {
    const path = `${PREFIX}/contracts/${validateArgument(idOrAddress, CONTRACT)}/results`;
    return this.#find(path, { query, signal }, queryContractResults);
  }

  /** The transactions at one consensus timestamp, `seconds` or `seconds.nanoseconds`. There is at most one. */
  async transactionsAt(
    timestamp: string,
    { signal }: CallOptions = {},
  ): Promise<readonly QueryTransaction[]> {
    const options = { query: { timestamp }, signal };
    const page = await this.#find(`${PREFIX}/transactions`, options, queryTransactions, (answered) => {
      const times = answered.transactions.map((row) => row.consensus_timestamp);
      const other = times.find((time) => !sameTimestamp(time, timestamp));
      return other === undefined ? undefined : `it is for a different time, ${other}`;
    });
    return page?.transactions ?? [];
  }

  /**
   * @param contradiction Returns the reason if the response can't belong to the request.
   * @returns undefined if the service reports that the item doesn't exist.
   */
  async #find<Schema extends z.ZodType>(
    path: string,
    { query, retriesRefused, onDate, signal }: FindOptions,
    schema: Schema,
    contradiction?: (value: z.output<Schema>) => string | undefined,
  ): Promise<z.output<Schema> | undefined> {
    const answer = await this.#http.send({
      method: "GET",
      path: validateArgument(path, ENDPOINT),
      query: toPairs(query),
      retriesRefused,
      findFailure: failureUnlessNotFound,
      signal,
    });
    const sentAt = readDate(answer);
    if (sentAt !== undefined) onDate?.(sentAt);
    if (answer.status !== 404) {
      const value = decode(answer, schema);
      const reason = contradiction?.(value);
      if (reason !== undefined) throw unusableAnswer(answer, reason);
      return value;
    }
    // A base URL that ends with the prefix has no routes, so every item would be missing.
    const isWrongBase = this.url.endsWith(PREFIX);
    if (isNotFound(answer.text) && !isWrongBase) return undefined;
    throw unexpectedStatus(answer, isWrongBase ? { isForeign: true } : {});
  }
}

interface FindOptions extends Omit<QueryContractOptions, "timestamp">, NewestBlockOptions {
  readonly query?: QueryParameters | undefined;
}

/** Encodes slashes and other characters that a segment can't contain, so that {@link ENDPOINT} refuses them. */
function toSegment(value: PathValue): string {
  return encodeURIComponent(String(value));
}

function toPairs(query: QueryParameters = {}): readonly (readonly [name: string, value: string])[] {
  return Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const values = typeof value === "object" ? value : [value];
    return values.map((each) => [name, String(each)] as const);
  });
}

/** The requested id may omit shard and realm. A requested address can't be compared. */
function isAnother(contractId: string | null, asked: string): boolean {
  if (contractId === null || !/^[\d.]{1,32}$/.test(asked)) return false;
  const numbers = contractId.split(".").map(Number);
  const wanted = asked.split(".").map(Number);
  return numbers.slice(-wanted.length).join(".") !== wanted.join(".");
}

type PageRequest = Pick<RequestSpec, "path" | "query">;

/**
 * The client follows only links under the configured base URL and to the API's own paths.
 *
 * @param base Behind a proxy, the base URL may include a path prefix that the service's links omit.
 * @returns the request for the next page, or the reason to refuse it; undefined for the last page
 */
function readNextPage(
  page: JsonObject,
  base: string,
): PageRequest | { readonly refused: string } | undefined {
  const { next } = asObject(page.links);
  if (next === undefined || next === null || next === "") return undefined;
  if (typeof next !== "string") return { refused: "links.next is not a string" };

  const root = new URL(base);
  const url = URL.parse(next, root.origin);
  if (url === null) return { refused: "links.next is not a valid URL" };
  if (url.origin !== root.origin || url.username !== "" || url.password !== "") {
    return { refused: "links.next points to another origin" };
  }
  const prefix = root.pathname.replace(/\/+$/, "");
  const isBelow = url.pathname.startsWith(`${prefix}${PREFIX}/`);
  const path = isBelow ? url.pathname.slice(prefix.length) : url.pathname;
  if (!path.startsWith(`${PREFIX}/`)) return { refused: `links.next points outside ${PREFIX}/` };
  return { path, query: [...url.searchParams] };
}
