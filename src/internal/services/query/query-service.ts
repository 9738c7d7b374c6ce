import type * as z from "zod";
import { ENDPOINTS, type Endpoint } from "../endpoints.ts";
import { readDate, unexpectedStatus, unusableAnswer } from "../http/failures.ts";
import {
  type CallOptions,
  createTransport,
  failureUnlessNotFound,
  type HttpOptions,
  type RequestSpec,
  type ServiceAnswer,
  type Transport,
} from "../http/http-client.ts";
import type { JsonObject } from "../http/parse-json.ts";
import { fillPath, getPathParameters, type PathValue } from "../path-formats.ts";
import { decode } from "../wire/decode.ts";
import type { ForwardedEndpoints } from "./forwarded-endpoints.ts";
import {
  anyAnswer,
  isNotFound,
  type QueryBlock,
  type QueryContract,
  type QueryContractActions,
  type QueryContractResult,
  type QueryContractResults,
  type QueryTransaction,
  queryBlock,
  queryBlocks,
  queryContract,
  queryContractActions,
  queryContractResult,
  queryContractResults,
  queryTransactions,
} from "./model.ts";
import {
  type QueryOptions,
  queryPairs,
  readNextPage,
  sameTimestamp,
  validateTimestamps,
} from "./query-options.ts";

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

/** Options for a list of contract results. `query` accepts any other parameter that the service supports. */
export interface ContractResultsOptions extends QueryOptions, Pick<QueryContractOptions, "timestamp"> {
  /** True to list child transactions too, such as a creation by a factory. @default false */
  readonly internal?: boolean | undefined;
  /** The sort order by consensus timestamp. @default "desc" */
  readonly order?: "asc" | "desc" | undefined;
  /** Rows per page. A service returns at most 100. @default 25 */
  readonly limit?: number | undefined;
}

export interface ContractResultOptions extends CallOptions {
  /** For a transaction id: 0 selects the transaction itself, and higher numbers select its children. @default 0 */
  readonly nonce?: number | undefined;
}

export interface PagesOptions extends CallOptions {
  /** The maximum number of pages to read, including the first. @default 1000 */
  readonly maxPages?: number | undefined;
}

const MAX_PAGES = 1000;

const PREFIX = "/api/v1";

export interface QueryService extends ForwardedEndpoints {}

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
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the static block defines the methods of the interface
export class QueryService {
  /** The base URL, without credentials. */
  readonly url: string;
  readonly #http: Transport;
  readonly #base: string;

  static {
    for (const [name, { answer }] of Object.entries(ENDPOINTS.query)) {
      if (answer === "decoded") continue;
      Object.defineProperty(QueryService.prototype, name, {
        value(this: QueryService, ...args: readonly unknown[]) {
          return this.#forward(name as keyof ForwardedEndpoints, args);
        },
        configurable: true,
        writable: true,
      });
    }
  }

  constructor(options: Omit<HttpOptions, "service">) {
    const path = fillPath(ENDPOINTS.query.block.path, [0]);
    this.#http = createTransport({ ...options, service: "query service" }, { method: "GET", path });
    this.url = this.#http.url;
    this.#base = options.url;
  }

  /**
   * One contract, by its id (`0.0.1234` or `1234`) or its address.
   *
   * @returns `undefined` if there is no such contract. A new contract takes a few seconds to appear.
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
    { timestamp, retriesRefused, signal }: QueryContractOptions = {},
  ): Promise<QueryContract | undefined> {
    return this.#find(
      "contract",
      [idOrAddress],
      { query: { timestamp: validateTimestamps(timestamp) }, retriesRefused, signal },
      queryContract,
      ({ contract_id }) =>
        isAnother(contract_id, idOrAddress) ? `it is about another contract, ${contract_id}` : undefined,
    );
  }

  /**
   * One block, by its number or its hash.
   *
   * @returns `undefined` if there is no such block.
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
    return this.#find("block", [hashOrNumber], { signal }, queryBlock);
  }

  /**
   * The newest block that the service has, decoded: `GET /api/v1/blocks?limit=1&order=desc`.
   *
   * @returns `undefined` if the service has no blocks.
   * @throws ServiceError
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * const block = await query.newestBlock();
   * console.log(block?.number, block?.timestamp.to);
   */
  async newestBlock({ onDate, signal }: NewestBlockOptions = {}): Promise<QueryBlock | undefined> {
    const options = { query: { limit: 1, order: "desc" }, onDate, signal };
    return (await this.#find("blocks", [], options, queryBlocks))?.blocks[0];
  }

  /**
   * Transaction results for all contracts: `GET /api/v1/contracts/results`.
   *
   * @returns `undefined` if the service has none.
   * @throws ServiceError; VerifyContractError (VC106) if a timestamp has the wrong format
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * const page = await query.contractResults({ timestamp: "1795253078.123456789", internal: true });
   * console.log(page?.results[0]?.hash, page?.results[0]?.block_number);
   *
   */
  contractResults(options: ContractResultsOptions = {}): Promise<QueryContractResults | undefined> {
    return this.#find("contractResults", [], listOptions(options), queryContractResults);
  }

  /**
   * One contract transaction, by its id or its 32-byte EVM hash: `GET /api/v1/contracts/results/{transactionIdOrHash}`.
   * For a creation by an Ethereum transaction, `function_parameters` contains the init code, which the lists omit.
   *
   * @returns `undefined` if there is no such result.
   * @throws ServiceError; VerifyContractError (VC106) if the parameter has the wrong format
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * const result = await query.contractResult("0.0.1001-1795253078-123456789", { nonce: 1 });
   * console.log(result?.created_contract_ids);
   */
  contractResult(
    transactionIdOrHash: PathValue,
    { nonce, signal }: ContractResultOptions = {},
  ): Promise<QueryContractResult | undefined> {
    const asked = normalizeHash(transactionIdOrHash);
    return this.#find(
      "contractResult",
      [transactionIdOrHash],
      { query: { nonce }, signal },
      queryContractResult,
      ({ hash }) =>
        asked !== undefined && hash !== asked ? `it is about another transaction, ${hash}` : undefined,
    );
  }

  /**
   * The calls and creations inside one contract transaction: `GET
   * /api/v1/contracts/results/{transactionIdOrHash}/actions`. For a creation by a factory, use the hash of the
   * transaction that called the factory. The hash of the child transaction returns no actions.
   *
   * @returns `undefined` if there is no such transaction.
   * @throws ServiceError; VerifyContractError (VC106) if the parameter has the wrong format
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * const page = await query.contractActions("0.0.1001-1795253078-123456789");
   * console.log(page?.actions.filter((action) => action.call_operation_type === "CREATE2"));
   */
  contractActions(
    transactionIdOrHash: PathValue,
    options: QueryOptions = {},
  ): Promise<QueryContractActions | undefined> {
    return this.#find("contractActions", [transactionIdOrHash], options, queryContractActions);
  }

  /**
   * Results of a contract's transactions: `GET /api/v1/contracts/{contractIdOrAddress}/results`. With `internal` and in
   * ascending order, the first result belongs to the creating transaction. For a deleted contract, use its id, because
   * this endpoint doesn't find it by its address.
   *
   * @returns `undefined` if there is no such contract.
   * @throws ServiceError; VerifyContractError (VC102, VC106) if a parameter has the wrong format
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * const first = await query.resultsOfContract("0.0.1234", { internal: true, order: "asc", limit: 1 });
   * console.log(first?.results[0]?.hash);
   */
  resultsOfContract(
    contractIdOrAddress: PathValue,
    options: ContractResultsOptions = {},
  ): Promise<QueryContractResults | undefined> {
    return this.#find("resultsOfContract", [contractIdOrAddress], listOptions(options), queryContractResults);
  }

  /**
   * The result of one of a contract's transactions, by its consensus timestamp: `GET
   * /api/v1/contracts/{contractIdOrAddress}/results/{consensusTimestamp}`.
   *
   * @returns `undefined` if there is no such result.
   * @throws ServiceError; VerifyContractError (VC102, VC106) if a parameter has the wrong format
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * const result = await query.resultOfContractAt("0.0.1234", "1795253078.123456789");
   * console.log(result?.function_parameters);
   *
   */
  resultOfContractAt(
    contractIdOrAddress: PathValue,
    consensusTimestamp: PathValue,
    options: CallOptions = {},
  ): Promise<QueryContractResult | undefined> {
    return this.#find(
      "resultOfContractAt",
      [contractIdOrAddress, consensusTimestamp],
      options,
      queryContractResult,
      ({ timestamp }) => otherTimestamp([timestamp], String(consensusTimestamp)),
    );
  }

  /**
   * The transactions at one consensus timestamp, decoded: `GET /api/v1/transactions?timestamp=…`. There is at most one.
   *
   * @param consensusTimestamp `seconds` or `seconds.nanoseconds`.
   * @throws ServiceError; VerifyContractError (VC106) if the timestamp has the wrong format
   *
   * @example
   * import { QueryService } from "hardhat-verify-contract/services";
   *
   * const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
   * const [transaction] = await query.transactionsAt("1795253078.123456789");
   * console.log(transaction?.name, transaction?.parent_consensus_timestamp);
   */
  async transactionsAt(
    consensusTimestamp: string,
    { signal }: CallOptions = {},
  ): Promise<readonly QueryTransaction[]> {
    const query = { timestamp: validateTimestamps(consensusTimestamp) };
    const page = await this.#find(
      "transactions",
      [],
      { query, signal },
      queryTransactions,
      ({ transactions }) =>
        otherTimestamp(
          transactions.map((row) => row.consensus_timestamp),
          consensusTimestamp,
        ),
    );
    return page?.transactions ?? [];
  }

  /**
   * Yields the first response and the pages that follow it. Follows `links.next` only under this service's own URL, and
   * reads no page twice. Leaving the loop stops the requests.
   *
   * @param first The response from any endpoint, or the promise of a pending call.
   * @throws ServiceError, including for a `links.next` that points outside the service or forms a loop, and after
   * `maxPages`
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
    // The loop throws an earlier failure, which must not be an unhandled rejection until then.
    Promise.resolve(first).catch(() => {});
    return this.#follow(first, options);
  }

  async *#follow(
    first: JsonObject | Promise<JsonObject>,
    { maxPages = MAX_PAGES, signal }: PagesOptions,
  ): AsyncGenerator<JsonObject, void, void> {
    let page = await first;
    const seen = new Set<string>();
    let answer: ServiceAnswer | undefined;
    for (let count = 1; ; count++) {
      yield page;
      const next = readNextPage(page, this.#base);
      if (next === undefined) return;
      if ("refused" in next) throw this.#unusablePage(answer, next.refused);
      const key = JSON.stringify(next);
      if (seen.has(key)) throw this.#unusablePage(answer, "links.next forms a loop");
      if (count === maxPages) throw this.#unusablePage(answer, `there are more than ${maxPages} pages`);
      seen.add(key);
      answer = await this.#http.send({ method: "GET", ...next, signal });
      page = decode(answer, anyAnswer);
    }
  }

  /**
   * @param contradiction Returns why the response can't belong to the request.
   * @returns undefined if the service reports that the item doesn't exist.
   */
  async #find<Schema extends z.ZodType>(
    name: keyof typeof ENDPOINTS.query,
    values: readonly PathValue[],
    {
      retriesRefused,
      onDate,
      ...options
    }: QueryOptions & Pick<RequestSpec, "retriesRefused"> & Pick<NewestBlockOptions, "onDate">,
    schema: Schema,
    contradiction?: (value: z.output<Schema>) => string | undefined,
  ): Promise<z.output<Schema> | undefined> {
    const request = buildRequest(ENDPOINTS.query[name], values, options);
    const answer = await this.#http.send({ ...request, retriesRefused, findFailure: failureUnlessNotFound });
    const sentAt = readDate(answer);
    if (sentAt !== undefined) onDate?.(sentAt);
    if (answer.status !== 404) {
      const value = decode(answer, schema);
      const reason = contradiction?.(value);
      if (reason !== undefined) throw unusableAnswer(answer, answer.about, reason);
      return value;
    }
    // A base URL that ends in the prefix has no routes, so every item would be missing.
    const isWrongBase = this.url.endsWith(PREFIX);
    if (isNotFound(answer.text) && !isWrongBase) return undefined;
    throw unexpectedStatus(answer, answer.about, isWrongBase ? { isForeign: true } : {});
  }

  /** The arguments are path values, the body of a POST, and options. */
  async #forward(name: keyof ForwardedEndpoints, args: readonly unknown[]): Promise<JsonObject | undefined> {
    const endpoint: Endpoint = ENDPOINTS.query[name];
    const count = getPathParameters(endpoint.path).length;
    const values = args.slice(0, count) as PathValue[];
    const isPost = endpoint.body !== undefined;
    const options = (args[isPost ? count + 1 : count] ?? {}) as QueryOptions;
    if (endpoint.answer === "one") return this.#find(name, values, options, anyAnswer);
    const request = buildRequest(endpoint, values, options);
    // The POST computes a result and changes nothing, so a retry is harmless.
    const spec = isPost ? { ...request, body: args[count], changesNothing: true } : request;
    return decode(await this.#http.send(spec), anyAnswer);
  }

  /** A page supplied by the caller has no response to report. */
  #unusablePage(answer: ServiceAnswer | undefined, reason: string): Error {
    const about = { service: this.#http.service, method: "GET", url: this.url, attempts: 1 };
    return unusableAnswer(answer ?? { status: 200, text: "" }, answer?.about ?? about, reason);
  }
}

function buildRequest(
  { method, path }: Endpoint,
  values: readonly PathValue[],
  { query, signal }: QueryOptions,
): RequestSpec {
  return { method, path: fillPath(path, values), query: queryPairs(query), signal };
}

/** The requested id may omit shard and realm. A requested address can't be compared. */
function isAnother(contractId: string | null, asked: string): boolean {
  if (contractId === null || !/^[\d.]{1,32}$/.test(asked)) return false;
  const numbers = contractId.split(".").map(Number);
  const wanted = asked.split(".").map(Number);
  return numbers.slice(-wanted.length).join(".") !== wanted.join(".");
}

function listOptions(options: ContractResultsOptions): QueryOptions {
  const { timestamp, internal, order, limit, query, signal } = options;
  return { query: { ...query, timestamp: validateTimestamps(timestamp), internal, order, limit }, signal };
}

/** Undefined for a transaction id. */
function normalizeHash(value: PathValue): string | undefined {
  const digits = String(value).toLowerCase().replace(/^0x/, "");
  return /^[0-9a-f]{64}$/.test(digits) ? `0x${digits}` : undefined;
}

function otherTimestamp(found: readonly string[], asked: string): string | undefined {
  const other = found.find((timestamp) => !sameTimestamp(timestamp, asked));
  return other === undefined ? undefined : `it is for a different time, ${other}`;
}
