import type { ContractFields, ContractRecord, Job, Submission } from "../../domain/record.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { asObject, withoutUndefined } from "../../text/is-object.ts";
import {
  getRequestedWaitMs,
  invalidRecord,
  readDate,
  readErrorBody,
  type ServiceAnswer,
  unexpectedStatus,
  unusableAnswer,
} from "../http/failures.ts";
import {
  type CallOptions,
  createTransport,
  failureUnlessNotFound,
  type HttpOptions,
  type Transport,
} from "../http/http-client.ts";
import { jsonOrUndefined } from "../http/parse-json.ts";
import { type ArgumentFormat, type PathValue, validateArgument } from "../validate-argument.ts";
import { decode } from "../wire/decode.ts";
import { validateSubmission } from "./checked-submission.ts";
import { DIALECTS, type Dialect } from "./dialects.ts";
import { findReservedName } from "./reserved-names.ts";
import { wireJob, wireSubmitted } from "./wire-job.ts";

const PREFIX = "/v2";

const CHAIN_ID: ArgumentFormat = {
  name: "The chain id",
  pattern: /^\d{1,20}$/,
  expected: "1 to 20 decimal digits",
};

const ADDRESS: ArgumentFormat = {
  name: "The address",
  pattern: /^0x[a-fA-F0-9]{40}$/,
  expected: "0x and 40 hexadecimal digits",
};

const VERIFICATION_ID: ArgumentFormat = {
  name: "The verification id",
  pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  expected: "a UUID",
};

/** A valid UUID that belongs to no job. */
export const NO_JOB = "00000000-0000-0000-0000-000000000000";

export interface CallOnceOptions extends CallOptions {
  /** A single attempt, whose failure doesn't mark the host as dead. @default false */
  readonly once?: boolean | undefined;
}

/** A field, a part such as `compilation.name`, or `all`, which also looks up whether the contract is a proxy. */
export type ContractField = "all" | keyof ContractFields | `${keyof ContractFields}.${string}`;

export interface ContractOptions extends CallOnceOptions {
  /** These fields, in addition to the matches. Can't be combined with `omit`. */
  readonly fields?: readonly ContractField[] | undefined;
  /** Every field except these. Can't be combined with `fields`. */
  readonly omit?: readonly (keyof ContractFields)[] | undefined;
  /** True to make intermediate caches revalidate with the service. @default false */
  readonly noCache?: boolean | undefined;
  /** Called with the time at which the service sent the record, by its own clock, if the response has a Date header. */
  readonly onDate?: ((sentAt: Date) => void) | undefined;
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
  /** Determined by the response to the first request for a record. */
  #routes: Dialect["routes"];

  constructor(options: Omit<HttpOptions, "service">) {
    const neutral = { method: "GET", path: `${PREFIX}/verify/${NO_JOB}` } as const;
    this.#http = createTransport({ ...options, service: "verification service" }, neutral);
    this.url = this.#http.url;
  }

  /**
   * Starts a verification. Replaces the input's output selection with all outputs that a record needs, because some
   * services store only the selected ones.
   *
   * A request that got no response but may have arrived isn't sent again. The error's `mayHaveArrived` is then true,
   * and the result can be read from the record or the job. The client retries 429 and 503, except a 429 with the code
   * `duplicate_verification_request`, which means that another job for this contract is running.
   *
   * @returns The id for {@link job}, and the time, by the service's clock, at which the submission was accepted. The
   * job may already have ended: some services answer with an earlier job for the same input.
   * @throws ServiceError; VerifyContractError VC106 for a submission that the service would refuse or couldn't compile
   *
   * @example
   * import { VerificationService } from "hardhat-verify-contract/services";
   *
   * const service = new VerificationService({ url: "http://127.0.0.1:5555" });
   * const { verificationId } = await service.submit(31337, "0x5FbDB2315678afecb367f032d93F642f64180aa3", {
   * stdJsonInput: {
   * language: "Solidity",
   * sources: { "contracts/Empty.sol": { content: "contract Empty {}" } },
   * settings: { optimizer: { enabled: true, runs: 200 } },
   * },
   * compilerVersion: "0.8.28+commit.7893614a",
   * contractIdentifier: "contracts/Empty.sol:Empty",
   * });
   * console.log(verificationId);
   */
  async submit(
    chainId: PathValue,
    address: string,
    submission: Submission,
    options: CallOptions = {},
  ): Promise<{ readonly verificationId: string; readonly acceptedAt?: Date }> {
    const answer = await this.#http.send({
      method: "POST",
      path: this.#contractPath("verify", chainId, address),
      body: validateSubmission(submission),
      signal: options.signal,
    });
    const { verificationId } = decode(answer, wireSubmitted);
    return withoutUndefined({ verificationId, acceptedAt: readDate(answer) });
  }

  /**
   * Returns the state of a verification. A failed job is returned, not thrown.
   *
   * @throws ServiceError; for an unknown id, with kind `refused` and customCode `job_not_found`
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
    const path = this.#jobPath(id);
    // The submitter polls its job even if other requests have found the host dead.
    const answer = await this.#http.send({ method: "GET", path, insists: true, once, signal });
    const job = decode(answer, wireJob);
    if (job.verificationId !== id) {
      throw unusableAnswer(answer, `it is about a different job, ${job.verificationId}`);
    }
    const wait = getRequestedWaitMs(answer);
    return job.state === "pending" && wait !== undefined ? { ...job, retryAfterMs: wait } : job;
  }

  /**
   * A contract's stored record: the matches and the requested fields. A field that is requested in parts contains only
   * these parts.
   *
   * @returns `undefined` if the contract is not verified.
   * @throws ServiceError
   *
   * @example
   * import { VerificationService } from "hardhat-verify-contract/services";
   *
   * const service = new VerificationService({ url: "https://sourcify.dev/server" });
   * const record = await service.contract(296, "0x60768b3b49dc7c031eed1bd4d1601b976c8d550e", {
   * fields: ["abi", "compilation.compilerVersion", "deployment.blockNumber"],
   * });
   * console.log(record?.abi?.length, record?.compilation?.compilerVersion, record?.deployment?.blockNumber);
   */
  async contract(
    chainId: PathValue,
    address: string,
    options: ContractOptions = {},
  ): Promise<ContractRecord | undefined> {
    const ask = () =>
      this.#http.send({
        method: "GET",
        path: this.#contractPath("contract", chainId, address),
        query: toQuery(options, this.#routes?.unknownFields),
        findFailure: failureUnlessNotFound,
        once: options.once,
        noCache: options.noCache,
        signal: options.signal,
      });
    // Another request may find the routes while this one is waiting.
    const isNew = this.#routes === undefined;
    const first = await ask();
    const answer = isNew && isMissing(first) ? ((await this.#onOtherRoutes(chainId, ask)) ?? first) : first;
    if (isMissing(answer)) throw unexpectedStatus(answer, { isForeign: true });
    if (answer.status === 404) {
      if (isNotVerified(answer.text)) return undefined;
      throw unexpectedStatus(answer);
    }
    const reserved = findReservedName(answer.text);
    if (reserved !== undefined) throw invalidRecord(answer, reserved);
    const sentAt = readDate(answer);
    if (sentAt !== undefined) options.onDate?.(sentAt);
    // The many schemas for records are loaded only when a record arrives.
    const { wireRecord } = await import("./wire-record.ts");
    return decode(answer, wireRecord(options.fields ?? []));
  }

  recordUrl(chainId: PathValue, address: string): string {
    return `${this.url}${this.#contractPath("contract", chainId, address)}`;
  }

  jobUrl(verificationId: string): string {
    return `${this.url}${this.#jobPath(verificationId)}`;
  }

  #jobPath(verificationId: string): string {
    return `${this.#prefix}/verify/${validateArgument(verificationId, VERIFICATION_ID)}`;
  }

  #contractPath(route: "verify" | "contract", chainId: PathValue, address: string): string {
    const chain = validateArgument(chainId, CHAIN_ID);
    return `${this.#prefix}/${route}/${chain}/${validateArgument(address, ADDRESS)}`;
  }

  get #prefix(): string {
    return this.#routes?.prefix ?? PREFIX;
  }

  /**
   * Some services use other routes. The first response determines the routes for all later requests.
   *
   * @throws ServiceError with customCode `unsupported_chain` for a chain that such a service stores under a different
   * id
   */
  async #onOtherRoutes(
    chainId: PathValue,
    ask: () => Promise<ServiceAnswer>,
  ): Promise<ServiceAnswer | undefined> {
    // If the URL ends with `/v2`, routes without that prefix would reach any v2 service.
    for (const { routes } of this.url.endsWith(PREFIX) ? [] : Object.values(DIALECTS)) {
      if (routes === undefined) continue;
      this.#routes = routes;
      const answer = await ask().catch(() => undefined);
      if (answer === undefined || !isFromService(answer)) {
        this.#routes = undefined;
        continue;
      }
      if (!routes.chainIds.includes(Number(chainId)))
        throw unexpectedStatus(answer, {
          kind: "refused",
          customCode: "unsupported_chain",
          reason: routes.whyNoOthers,
        });
      return answer;
    }
    return undefined;
  }
}

/** True if the server has no route for records and therefore isn't a verification service. */
function isMissing({ status, text }: ServiceAnswer): boolean {
  return status === 404 && !isNotVerified(text) && !isUnsupportedChain(readErrorBody(text).customCode);
}

function isFromService({ status, text }: ServiceAnswer): boolean {
  const { customCode } = readErrorBody(text);
  if (status === 200) return readMatch(text) !== undefined;
  return (
    isNotVerified(text) || isUnsupportedChain(customCode) || (status === 400 && customCode !== undefined)
  );
}

/** True if the body of a 404 means "not verified" rather than "no such path", as with a wrong base URL. */
function isNotVerified(text: string): boolean {
  return readMatch(text) === null || readErrorBody(text).customCode === "contract_not_found";
}

function readMatch(text: string): unknown {
  return asObject(jsonOrUndefined(text)).match;
}

/** Some services also use these codes on the record route, where others report "not verified". */
const CHAIN_CODES: readonly (string | undefined)[] = ["unsupported_chain", "invalid_chain_id"];

export function isUnsupportedChain(customCode: string | undefined): boolean {
  return CHAIN_CODES.includes(customCode);
}

/** An empty list is left out, because the service refuses an empty value. `fields` and `omit` can't be combined. */
function toQuery(
  { fields = [], omit = [] }: Pick<ContractOptions, "fields" | "omit">,
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
