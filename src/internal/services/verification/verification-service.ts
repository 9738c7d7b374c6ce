import type { ContractRecord, Job, MatchSummary, Submission } from "../../domain/record.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { asObject, withoutUndefined } from "../../text/is-object.ts";
import { ENDPOINTS } from "../endpoints.ts";
import {
  invalidRecord,
  readErrorBody,
  unexpectedStatus,
  unusableAnswer,
  waitAskedFor,
} from "../http/failures.ts";
import {
  type CallOptions,
  type HttpOptions,
  type ServiceAnswer,
  type Transport,
  transportOf,
} from "../http/http-client.ts";
import { jsonOrUndefined } from "../http/parse-json.ts";
import { filledPath, type PathValue } from "../path-formats.ts";
import { decode } from "../wire/decode.ts";
import { checkedSubmission } from "./checked-submission.ts";
import type {
  ContractField,
  ContractFieldName,
  ContractRecordOf,
  ContractRecordWithout,
} from "./contract-fields.ts";
import { DIALECTS, type Dialect } from "./dialects.ts";
import { reservedNameIn } from "./reserved-names.ts";
import { wireJob, wireSubmitted } from "./wire-job.ts";
import { isOnNoChain, wireAllChains } from "./wire-match.ts";

const PREFIX = "/v2";

/** No job has it, and it is a UUID as the service takes it. */
export const NO_JOB = "00000000-0000-0000-0000-000000000000";

/** Options of a call whose answer the caller can do without. */
export interface CallOnceOptions extends CallOptions {
  /** Ask once: a failure is thrown at once, and other calls do not take the host for dead. @default false */
  readonly once?: boolean | undefined;
}

interface RecordOptions extends CallOnceOptions {
  /** Caches on the way have to ask the service. @default false */
  readonly noCache?: boolean | undefined;
  /** Called with the time of a record by the service's own clock, where its answer has a Date header. */
  readonly onDate?: ((sentAt: Date) => void) | undefined;
}

/** The requested parts of a record; by default only the matches. */
export interface ContractOptions<Field extends ContractField = ContractField> extends RecordOptions {
  /** These, besides the matches. Not together with `omit`. */
  readonly fields?: readonly Field[] | undefined;
  readonly omit?: undefined;
}

/** All of a record but some fields. */
export interface ContractOmitOptions<Field extends ContractFieldName = ContractFieldName>
  extends RecordOptions {
  /** All but these. Not together with `fields`. */
  readonly omit: readonly Field[];
  readonly fields?: undefined;
}

/**
 * A Sourcify-v2 verification service. The client retries transient failures. It throws a `ServiceError` for a failure,
 * and a `VerifyContractError` with code VC106 for an invalid argument before it sends anything.
 *
 * @example
 * import { VerificationService } from "hardhat-verify-contract/services";
 *
 * const service = new VerificationService({ url: "https://sourcify.dev/server" });
 * const record = await service.contract(296, "0x60768b3b49dc7c031eed1bd4d1601b976c8d550e");
 * console.log(record?.match ?? "not verified");
 */
export class VerificationService {
  /** The base URL, without credentials. */
  readonly url: string;
  readonly #http: Transport;
  /** The start of the paths, in place of `/v2`; the first requested record shows it. */
  #routes: Dialect["routes"];

  constructor(options: Omit<HttpOptions, "service">) {
    const path = filledPath(ENDPOINTS.verification.job.path, [NO_JOB]);
    this.#http = transportOf({ ...options, service: "verification service" }, { method: "GET", path });
    this.url = this.#http.url;
  }

  /**
   * Starts a verification. The input's output selection is replaced by everything that a record needs, because some
   * services store only what is selected.
   *
   * A request that may have arrived without an answer is not sent again: the error has `mayHaveArrived`, and the record
   * or the job shows the result. The client retries 429 and 503, except a 429 with the code
   * `duplicate_verification_request`: another job for this contract is running.
   *
   * @returns The id for {@link job}, and when the service took it by its own clock. The job may have ended before: some
   *   services answer with an earlier job for the same input.
   * @throws ServiceError; VerifyContractError VC106 for a submission that the service would refuse or could not compile
   *
   * @example
   * import { VerificationService } from "hardhat-verify-contract/services";
   *
   * const service = new VerificationService({ url: "http://127.0.0.1:5555" });
   * const { verificationId } = await service.submit(31337, "0x5FbDB2315678afecb367f032d93F642f64180aa3", {
   *   stdJsonInput: {
   *     language: "Solidity",
   *     sources: { "contracts/Empty.sol": { content: "contract Empty {}" } },
   *     settings: { optimizer: { enabled: true, runs: 200 } },
   *   },
   *   compilerVersion: "0.8.28+commit.7893614a",
   *   contractIdentifier: "contracts/Empty.sol:Empty",
   * });
   * console.log(verificationId);
   */
  async submit(
    chainId: PathValue,
    address: string,
    submission: Submission,
    options: CallOptions = {},
  ): Promise<{ readonly verificationId: string; readonly acceptedAt?: Date }> {
    const { method, path } = ENDPOINTS.verification.submit;
    const answer = await this.#http.send({
      method,
      path: this.#pathOf(path, [chainId, address]),
      body: checkedSubmission(submission),
      signal: options.signal,
    });
    const { verificationId } = decode(answer, wireSubmitted);
    return withoutUndefined({ verificationId, acceptedAt: dateOf(answer) });
  }

  /**
   * The state of a verification. A job that failed is an answer, not an error.
   *
   * @throws ServiceError; an unknown id is kind `refused` with customCode `job_not_found`
   *
   * @example
   * import { VerificationService } from "hardhat-verify-contract/services";
   *
   * const service = new VerificationService({ url: "http://127.0.0.1:5555" });
   * const job = await service.job("c9c43c39-76fd-4619-9921-089f9e74caac");
   * console.log(job.state === "failed" ? job.error.customCode : job.contract?.match);
   */
  async job(verificationId: string, { signal, once }: CallOnceOptions = {}): Promise<Job> {
    const id = verificationId.toLowerCase();
    const path = this.#pathOf(ENDPOINTS.verification.job.path, [id]);
    // The submitter polls its job even if others found the host dead.
    const answer = await this.#http.send({ method: "GET", path, insists: true, once, signal });
    const job = decode(answer, wireJob);
    if (job.verificationId !== id) {
      throw unusableAnswer(answer, answer.about, `it is about another job, ${job.verificationId}`);
    }
    const wait = waitAskedFor(answer);
    return job.state === "pending" && wait !== undefined ? { ...job, retryAfterMs: wait } : job;
  }

  /**
   * The stored record of a contract: the matches and the requested fields. Its type has exactly these.
   *
   * @returns `undefined` when the contract is not verified.
   * @throws ServiceError
   *
   * @example
   * import { VerificationService } from "hardhat-verify-contract/services";
   *
   * const service = new VerificationService({ url: "https://sourcify.dev/server" });
   * const record = await service.contract(296, "0x60768b3b49dc7c031eed1bd4d1601b976c8d550e", {
   *   fields: ["abi", "compilation.compilerVersion", "deployment.blockNumber"],
   * });
   * console.log(record?.abi?.length, record?.compilation?.compilerVersion, record?.deployment?.blockNumber);
   */
  async contract<const Field extends ContractField = never>(
    chainId: PathValue,
    address: string,
    options?: ContractOptions<Field>,
  ): Promise<ContractRecordOf<Field> | undefined>;
  async contract<const Field extends ContractFieldName>(
    chainId: PathValue,
    address: string,
    options: ContractOmitOptions<Field>,
  ): Promise<ContractRecordWithout<Field> | undefined>;
  async contract(
    chainId: PathValue,
    address: string,
    options: ContractOptions | ContractOmitOptions = {},
  ): Promise<ContractRecord | undefined> {
    const ask = () =>
      this.#http.send({
        method: "GET",
        path: this.#pathOf(ENDPOINTS.verification.contract.path, [chainId, address]),
        query: queryOf(options, this.#routes?.unknownFields),
        accept: [404],
        once: options.once,
        noCache: options.noCache,
        signal: options.signal,
      });
    const first = await ask();
    const answer = isMissing(first) ? ((await this.#onOtherRoutes(chainId, ask)) ?? first) : first;
    if (isMissing(answer)) throw unexpectedStatus(answer, answer.about, { isForeign: true });
    if (answer.status === 404) {
      if (isNotVerified(answer.text)) return undefined;
      throw unexpectedStatus(answer, answer.about);
    }
    const reserved = reservedNameIn(answer.text);
    if (reserved !== undefined) throw invalidRecord(answer, answer.about, reserved);
    const sentAt = dateOf(answer);
    if (sentAt !== undefined) options.onDate?.(sentAt);
    // The schemas of a record are many: a run needs them once a record is there.
    const { wireRecord } = await import("./wire-record.ts");
    return decode(answer, wireRecord(options.fields ?? []));
  }

  /**
   * The chains on which an address is verified, as the service says: one result a chain, in the service's order. The
   * code at the address may be another on each.
   *
   * @returns An empty list when it is verified on none.
   * @throws ServiceError
   *
   * @example
   * import { VerificationService } from "hardhat-verify-contract/services";
   *
   * const service = new VerificationService({ url: "https://sourcify.dev/server" });
   * const results = await service.allChains("0x00000000219ab540356cbb839cbe05303d7705fa");
   * console.log(results.map(({ chainId, match }) => `${chainId}: ${match}`));
   */
  async allChains(address: string, { signal, once }: CallOnceOptions = {}): Promise<readonly MatchSummary[]> {
    const path = this.#pathOf(ENDPOINTS.verification.allChains.path, [address]);
    const answer = await this.#http.send({ method: "GET", path, accept: [404], once, signal });
    if (answer.status === 404) {
      if (isOnNoChain(answer.text)) return [];
      throw unexpectedStatus(answer, answer.about);
    }
    const results = decode(answer, wireAllChains);
    const other = results.find((each) => each.address?.toLowerCase() !== address.toLowerCase());
    if (other !== undefined)
      throw unusableAnswer(answer, answer.about, `it is about another contract, ${other.address}`);
    return results;
  }

  /** The path of a contract's record. */
  recordUrl(chainId: PathValue, address: string): string {
    return `${this.url}${this.#pathOf(ENDPOINTS.verification.contract.path, [chainId, address])}`;
  }

  /** The path of a job. */
  jobUrl(verificationId: string): string {
    return `${this.url}${this.#pathOf(ENDPOINTS.verification.job.path, [verificationId])}`;
  }

  #pathOf(path: string, values: readonly PathValue[]): string {
    return `${this.#routes?.prefix ?? PREFIX}${filledPath(path, values).slice(PREFIX.length)}`;
  }

  /**
   * Asks for a record where a service with routes of its own has it, if nothing is below `/v2`. What such a service answers
   * settles the routes of every later request.
   *
   * @throws ServiceError with customCode `unsupported_chain` for a chain that such a service has under another's id
   */
  async #onOtherRoutes(
    chainId: PathValue,
    ask: () => Promise<ServiceAnswer>,
  ): Promise<ServiceAnswer | undefined> {
    for (const { routes } of this.#routes === undefined ? Object.values(DIALECTS) : []) {
      if (routes === undefined) continue;
      this.#routes = routes;
      const answer = await ask().catch(() => undefined);
      if (answer === undefined || !isOfService(answer)) {
        this.#routes = undefined;
        continue;
      }
      if (!routes.chainIds.includes(Number(chainId)))
        throw unexpectedStatus(answer, answer.about, {
          kind: "refused",
          customCode: "unsupported_chain",
          reason: routes.whyNoOthers,
        });
      return answer;
    }
    return undefined;
  }
}

/** True if an answer on the record route is not a verification service's: it knows no such route. */
function isMissing({ status, text }: ServiceAnswer): boolean {
  return status === 404 && !isNotVerified(text) && !isUnsupportedChain(readErrorBody(text).customCode);
}

function isOfService({ status, text }: ServiceAnswer): boolean {
  const { customCode } = readErrorBody(text);
  if (status === 200) return matchIn(text) !== undefined;
  return (
    isNotVerified(text) || isUnsupportedChain(customCode) || (status === 400 && customCode !== undefined)
  );
}

/** True if the body of a 404 says "not verified", and not "no such path" as a wrong base URL would. */
function isNotVerified(text: string): boolean {
  return matchIn(text) === null || readErrorBody(text).customCode === "contract_not_found";
}

/** The match that a body names; undefined where it is not JSON with one. */
function matchIn(text: string): unknown {
  return asObject(jsonOrUndefined(text)).match;
}

/** Codes of a service that does not have the chain; on the record route too, where another service says "not verified". */
const CHAIN_CODES: readonly (string | undefined)[] = ["unsupported_chain", "invalid_chain_id"];

/** True if a code of a service says that it does not have the chain. */
export function isUnsupportedChain(customCode: string | undefined): boolean {
  return CHAIN_CODES.includes(customCode);
}

/** By the service's clock. */
function dateOf({ date = "" }: ServiceAnswer): Date | undefined {
  const atMs = Date.parse(date);
  return Number.isNaN(atMs) ? undefined : new Date(atMs);
}

/** An empty list is left out: the service refuses an empty value, and one of these fields. */
function queryOf(
  { fields = [], omit = [] }: Pick<ContractOptions | ContractOmitOptions, "fields" | "omit">,
  unknown: readonly string[] = [],
): readonly (readonly [string, string])[] {
  if (fields.length > 0 && omit.length > 0) {
    throw new VerifyContractError("VC112", { values: { options: "fields and omit" } });
  }
  const known = (names: readonly string[]) =>
    names.filter((name) => !unknown.includes(name.split(".")[0] ?? name)).join(",");
  const query = [["fields", known(fields)] as const, ["omit", known(omit)] as const];
  return query.filter(([, names]) => names !== "");
}
