import { VerifyContractError } from "../../errors/problem.ts";
import { unexpectedStatus, unusableAnswer } from "../http/failures.ts";
import { type CallOptions, HttpClient, type HttpOptions } from "../http/http-client.ts";
import { decode } from "../wire/decode.ts";
import { type PathParameter, pathSegment } from "../wire/path-parameters.ts";
import type { ContractField, ContractFieldName } from "./contract-fields.ts";
import type { ContractRecord, Job, Submission } from "./model.ts";
import { wireJob, wireSubmitted } from "./wire-job.ts";
import { isNotVerified, wireRecord } from "./wire-record.ts";

/** Which part of a record is asked for; without either, the matches only. */
export interface ContractOptions extends CallOptions {
  /** These, besides the matches. Not together with `omit`. */
  readonly fields?: readonly ContractField[] | undefined;
  /** All but these. Not together with `fields`. */
  readonly omit?: readonly ContractFieldName[] | undefined;
}

const CHAIN_ID: PathParameter = {
  name: "The chain id",
  pattern: /^\d{1,20}$/,
  expected: "1 to 20 decimal digits",
};

const ADDRESS: PathParameter = {
  name: "The address",
  pattern: /^0x[a-fA-F0-9]{40}$/,
  expected: "0x and 40 hexadecimal digits",
};

const VERIFICATION_ID: PathParameter = {
  name: "The verification id",
  pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  expected: "a UUID",
};

/**
 * A Sourcify-v2 verification service. It is asked again where that can help; what fails is a `ServiceError`, and an
 * argument of the wrong form a `VerifyContractError` with code VC106, before anything is sent.
 *
 * @example
 * const service = new VerificationService({ url: "https://sourcify.dev/server" });
 * const record = await service.contract(296, "0x60768b3b49dc7c031eed1bd4d1601b976c8d550e", {
 *   fields: ["compilation", "deployment.blockNumber"],
 * });
 * console.log(record?.match ?? "not verified");
 */
export class VerificationService {
  /** The base URL, without credentials. */
  readonly url: string;
  readonly #http: HttpClient;

  constructor(options: Omit<HttpOptions, "service">) {
    this.#http = new HttpClient({ ...options, service: "verification service" });
    this.url = this.#http.url;
  }

  /**
   * Starts a verification.
   *
   * Where no answer comes and the request may have arrived, it is not sent again: the error has `mayHaveArrived`, and
   * the record or the job tells more. 429 and 503 are tried again, except a 429 with the code
   * `duplicate_verification_request`: another job for this contract is running.
   *
   * @returns The id to ask {@link job} for.
   * @throws ServiceError
   */
  async submit(
    chainId: number | bigint | string,
    address: string,
    submission: Submission,
    options: CallOptions = {},
  ): Promise<{ readonly verificationId: string }> {
    const path = `/v2/verify/${pathSegment(CHAIN_ID, chainId)}/${pathSegment(ADDRESS, address)}`;
    const answer = await this.#http.send({ method: "POST", path, body: submission, signal: options.signal });
    return decode(answer, wireSubmitted);
  }

  /**
   * How a verification is going. A job that failed is an answer, not an error.
   *
   * @throws ServiceError; an unknown id is kind `refused` with customCode `job_not_found`
   */
  async job(verificationId: string, options: CallOptions = {}): Promise<Job> {
    const id = pathSegment(VERIFICATION_ID, verificationId).toLowerCase();
    const answer = await this.#http.send({ method: "GET", path: `/v2/verify/${id}`, signal: options.signal });
    const job = decode(answer, wireJob);
    if (job.verificationId !== id) {
      throw unusableAnswer(answer, answer.about, `it is about another job, ${job.verificationId}`);
    }
    return job;
  }

  /**
   * The stored record of a contract.
   *
   * @returns `undefined` when the contract is not verified.
   * @throws ServiceError
   */
  async contract(
    chainId: number | bigint | string,
    address: string,
    options: ContractOptions = {},
  ): Promise<ContractRecord | undefined> {
    const path = `/v2/contract/${pathSegment(CHAIN_ID, chainId)}/${pathSegment(ADDRESS, address)}`;
    const answer = await this.#http.send({
      method: "GET",
      path,
      query: queryOf(options),
      accept: [404],
      signal: options.signal,
    });
    if (answer.status !== 404) return decode(answer, wireRecord);
    if (isNotVerified(answer.text)) return undefined;
    throw unexpectedStatus(answer, answer.about);
  }
}

/** An empty list is left out: the service refuses an empty value. */
function queryOf({ fields = [], omit = [] }: ContractOptions): readonly (readonly [string, string])[] {
  if (fields.length > 0 && omit.length > 0) {
    throw new VerifyContractError("VC112", { values: { options: "fields and omit" } });
  }
  if (fields.length > 0) return [["fields", fields.join(",")]];
  return omit.length > 0 ? [["omit", omit.join(",")]] : [];
}
