import type { z } from "zod";
import { VerifyContractError } from "../../errors/problem.ts";
import { unexpectedStatus } from "../http/failures.ts";
import { type CallOptions, HttpClient, type HttpOptions, type RequestSpec } from "../http/http-client.ts";
import { decode } from "../wire/decode.ts";
import { type PathParameter, pathSegment } from "../wire/path-parameters.ts";
import type { QueryBlock, QueryContract } from "./model.ts";
import { isNotFound, wireBlock, wireContract } from "./wire.ts";

export interface QueryContractOptions extends CallOptions {
  /**
   * Consensus timestamps, `seconds` or `seconds.nanoseconds`, each with an operator in front or without:
   * `eq:`, `gt:`, `gte:`, `lt:`, `lte:`, `ne:`.
   */
  readonly timestamp?: string | readonly string[] | undefined;
}

const CONTRACT: PathParameter = {
  name: "The contract",
  pattern: /^(\d{1,10}\.){0,2}(\d{1,10}|(0x)?[A-Fa-f0-9]{40})$/,
  expected: "a contract id such as 0.0.1234, or an address",
  code: "VC102",
};

const BLOCK: PathParameter = {
  name: "The block",
  pattern: /^(\d{1,19}|(0x)?([A-Fa-f0-9]{64}|[A-Fa-f0-9]{96}))$/,
  expected: "a block number, or a hash of 64 or 96 hexadecimal digits",
};

const TIMESTAMP = /^((eq|gt|gte|lt|lte|ne):)?\d{1,10}(\.\d{1,9})?$/;

/**
 * A query service: a ledger's mirror node. It is asked again where that can help; what fails is a `ServiceError`, and
 * an argument of the wrong form a `VerifyContractError` (VC102, VC106), before anything is sent.
 *
 * @example
 * const service = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });
 * const contract = await service.contract("0.0.1234");
 * console.log(contract?.evm_address ?? "no such contract");
 */
export class QueryService {
  /** The base URL, without credentials. */
  readonly url: string;
  readonly #http: HttpClient;

  constructor(options: Omit<HttpOptions, "service">) {
    this.#http = new HttpClient({ ...options, service: "query service" });
    this.url = this.#http.url;
  }

  /**
   * One contract, by its id (`0.0.1234` or `1234`) or its address.
   *
   * @returns `undefined` when there is none, or none yet: a new contract is not there for some seconds.
   * @throws ServiceError
   */
  async contract(
    idOrAddress: string,
    options: QueryContractOptions = {},
  ): Promise<QueryContract | undefined> {
    const path = `/api/v1/contracts/${pathSegment(CONTRACT, idOrAddress)}`;
    const query = timestampsOf(options).map((value) => ["timestamp", value] as const);
    return await this.#find({ method: "GET", path, query, signal: options.signal }, wireContract);
  }

  /**
   * One block, by its number or its hash.
   *
   * @returns `undefined` when there is none.
   * @throws ServiceError
   */
  async block(
    hashOrNumber: string | number | bigint,
    options: CallOptions = {},
  ): Promise<QueryBlock | undefined> {
    const path = `/api/v1/blocks/${pathSegment(BLOCK, hashOrNumber)}`;
    return await this.#find({ method: "GET", path, signal: options.signal }, wireBlock);
  }

  async #find<Schema extends z.ZodType>(
    request: RequestSpec,
    schema: Schema,
  ): Promise<z.output<Schema> | undefined> {
    const answer = await this.#http.send({ ...request, accept: [404] });
    if (answer.status !== 404) return decode(answer, schema);
    if (isNotFound(answer.text)) return undefined;
    throw unexpectedStatus(answer, answer.about);
  }
}

function timestampsOf({ timestamp = [] }: QueryContractOptions): readonly string[] {
  const all = typeof timestamp === "string" ? [timestamp] : timestamp;
  for (const value of all) {
    if (TIMESTAMP.test(value)) continue;
    throw new VerifyContractError("VC106", {
      values: { option: "timestamp", value },
      facts: [
        [
          "Expected",
          "seconds or seconds.nanoseconds, with eq:, gt:, gte:, lt:, lte: or ne: in front or without",
        ],
      ],
    });
  }
  return all;
}
