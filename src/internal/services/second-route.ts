import type { CallOptions } from "./http/http-client.ts";
import type { QueryService } from "./query/query-service.ts";
import { ServiceError } from "./service-error.ts";
import type { StatusService } from "./status/status-service.ts";
import { NO_JOB, type VerificationService } from "./verification/verification-service.ts";

/** Calls another route of a service than the one that failed. */
export type SecondRoute = (options: CallOptions) => Promise<unknown>;

export function jobRoute(service: Pick<VerificationService, "job">): SecondRoute {
  return (options) => service.job(NO_JOB, options);
}

export function blockRoute(service: Pick<QueryService, "block">): SecondRoute {
  return (options) => service.block(0, options);
}

export function statusRoute(service: Pick<StatusService, "status">): SecondRoute {
  return (options) => service.status(options);
}

/** Whether another program than the service answers a route. No answer proves nothing. */
export async function isForeignThere(route: SecondRoute, options: CallOptions): Promise<boolean> {
  try {
    await route(options);
    return false;
  } catch (error) {
    return error instanceof ServiceError && error.isForeign === true;
  }
}
