import type { ServiceName } from "../service-error.ts";
import type { About } from "./failures.ts";
import type { RequestSpec } from "./request-spec.ts";
import type { HttpAnswer } from "./send-once.ts";

/** An answer, and the request that it answers. */
export interface ServiceAnswer extends HttpAnswer {
  readonly about: About;
}

/** Asks one service. */
export interface Transport {
  readonly service: ServiceName;
  /** The base URL without credentials, query and trailing slash. */
  readonly url: string;
  /** @throws ServiceError */
  send(spec: RequestSpec): Promise<ServiceAnswer>;
}
