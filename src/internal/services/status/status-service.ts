import { type CallOptions, createTransport, type HttpOptions, type Transport } from "../http/http-client.ts";
import type { JsonObject } from "../http/parse-json.ts";
import { type ArgumentFormat, validateArgument } from "../validate-argument.ts";
import { anyAnswer, decode } from "../wire/decode.ts";
import { type OverallStatus, overallStatus, type StatusSummary, statusSummary } from "./model.ts";

const PREFIX = "/api/v2";

const ENDPOINT: ArgumentFormat = {
  name: "The endpoint",
  pattern: /^\/api\/v2(\/[\w-]{1,100}){1,3}\.json$/,
  expected: "a path below /api/v2/, such as /api/v2/incidents/unresolved.json",
};

/**
 * A status service: a Statuspage's public API. The client retries transient failures. It throws a `ServiceError` for a
 * failure, and a `VerifyContractError` (VC106) for an invalid path before it sends anything. Unknown states are kept
 * unchanged.
 *
 * @example
 * import { StatusService } from "hardhat-verify-contract/services";
 *
 * const service = new StatusService({ url: "https://status.hedera.com" });
 * const { status, incidents } = await service.summary();
 * console.log(status.indicator, status.description, incidents.length);
 */
export class StatusService {
  /** The base URL, without credentials. */
  readonly url: string;
  readonly #http: Transport;

  constructor(options: Omit<HttpOptions, "service">) {
    const neutral = { method: "GET", path: `${PREFIX}/status.json` } as const;
    this.#http = createTransport({ ...options, service: "status service" }, neutral);
    this.url = this.#http.url;
  }

  /** The indicator, the components, unresolved incidents, and upcoming and active maintenance. */
  async summary({ signal }: CallOptions = {}): Promise<StatusSummary> {
    const answer = await this.#http.send({ method: "GET", path: `${PREFIX}/summary.json`, signal });
    return decode(answer, statusSummary);
  }

  /** The overall indicator and its description. */
  async status({ signal }: CallOptions = {}): Promise<OverallStatus> {
    const answer = await this.#http.send({ method: "GET", path: `${PREFIX}/status.json`, signal });
    return decode(answer, overallStatus).status;
  }

  /**
   * Reads any endpoint, as an unchanged JSON object.
   *
   * @param path Below `/api/v2/`.
   *
   * @example
   * import { StatusService } from "hardhat-verify-contract/services";
   *
   * const service = new StatusService({ url: "https://status.hedera.com" });
   * const recent = await service.get("/api/v2/incidents.json");
   * console.log(recent["incidents"]);
   */
  async get(path: string, { signal }: CallOptions = {}): Promise<JsonObject> {
    const endpoint = validateArgument(path, ENDPOINT);
    return decode(await this.#http.send({ method: "GET", path: endpoint, signal }), anyAnswer);
  }
}
