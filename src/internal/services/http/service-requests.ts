import { HIDDEN, isSecretName } from "../../text/key-like.ts";
import type { ServiceName } from "../service-error.ts";
import type { About } from "./failures.ts";
import type { HttpOptions } from "./http-options.ts";
import { checkedHeaders, checkedUrl } from "./http-settings.ts";
import type { RequestBody } from "./request-body.ts";
import type { RequestSpec } from "./request-spec.ts";
import type { HttpRequest } from "./send-once.ts";
import { timeLimitMs } from "./time-limits.ts";
import { USER_AGENT } from "./user-agent.ts";
import { shownBase } from "./without-credentials.ts";

/** A request to send, and what a failure says of it. */
export interface ServiceRequest {
  readonly request: HttpRequest;
  readonly about: Omit<About, "attempts"> & { readonly changesSomething: boolean };
}

type Limits = Pick<HttpRequest, "connectTimeoutMs" | "requestTimeoutMs" | "maxResponseBytes">;

/** The requests to one service: its URL, its headers and its limits. */
export class ServiceRequests {
  readonly service: ServiceName;
  /** The base URL without credentials, query and trailing slash; `***` for what looks like a key. */
  readonly url: string;
  readonly #base: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #hidesPath: boolean;
  readonly #limits: Limits;

  /** @throws VerifyContractError VC106, VC108 */
  constructor(options: HttpOptions) {
    const { base, authorization } = checkedUrl(options.url, options.service);
    this.service = options.service;
    this.url = shownBase(base);
    this.#base = base;
    this.#headers = checkedHeaders(options.service, {
      "user-agent": options.userAgent ?? USER_AGENT,
      accept: "application/json",
      ...(authorization === undefined ? {} : { authorization }),
      ...options.headers,
    });
    this.#hidesPath = options.hidesPath ?? false;
    this.#limits = {
      connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
      requestTimeoutMs: options.requestTimeoutMs ?? 30_000,
      maxResponseBytes: options.maxResponseBytes ?? 64 * 1024 * 1024,
    };
  }

  /** Name and port of the host. */
  get host(): string {
    return this.#base.host;
  }

  /** @param limits In place of the service's own. */
  make(spec: RequestSpec, body: RequestBody | undefined, limits: Partial<Limits> = {}): ServiceRequest {
    const { method, changesNothing } = spec;
    const url = this.#urlOf(spec);
    const changesSomething = method === "POST" && changesNothing !== true;
    return {
      request: {
        ...this.#limits,
        requestTimeoutMs: timeLimitMs(this.#limits.requestTimeoutMs, body?.body),
        ...limits,
        method,
        url,
        headers: { ...this.#headers, ...body?.headers },
        ...(body === undefined ? {} : { body: body.body }),
        freshConnection: changesSomething,
      },
      about: {
        service: this.service,
        method,
        url: this.#hidesPath ? url.origin : this.#shownUrlOf(spec),
        changesSomething,
      },
    };
  }

  /** What is asked below the base URL has no secrets, but for query values that are called so. */
  #shownUrlOf({ path, query = [] }: RequestSpec): string {
    const shown = new URLSearchParams();
    for (const [name, value] of query) shown.append(name, isSecretName(name) ? HIDDEN : value);
    return `${this.url}${path}${query.length === 0 ? "" : `?${shown}`}`;
  }

  #urlOf({ path, query }: RequestSpec): URL {
    const url = new URL(this.#base);
    if (path !== "") url.pathname = url.pathname.replace(/\/+$/, "") + path;
    for (const [name, value] of query ?? []) url.searchParams.append(name, value);
    return url;
  }
}
