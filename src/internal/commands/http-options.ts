import type { ProgressEvent } from "../report/progress.ts";
import type { HostBreakers } from "../services/http/host-breaker.ts";
import type { HttpOptions } from "../services/http/http-client.ts";
import type { RequestConfig, ServiceConfig } from "./config/resolve-service.ts";
import { hostPace } from "./host-pace.ts";

/**
 * How a configured service is asked; each failed try that another one follows is an event. What this process asks of one
 * host keeps one pace.
 *
 * @param onSlowDown Called once for each pause that the host asked for.
 * @param breakers Of the run. @default none
 */
export function httpOptions(
  service: ServiceConfig,
  { requestTimeoutMs, retry }: RequestConfig,
  onProgress: (event: ProgressEvent) => void,
  onSlowDown?: HttpOptions["onSlowDown"],
  breakers?: HostBreakers,
): Omit<HttpOptions, "service"> {
  return {
    url: service.url,
    headers: service.headers,
    requestTimeoutMs,
    retry,
    pace: hostPace(service.url),
    onSlowDown,
    breaker: breakers?.of(service.url),
    onRetry: reportRetries(onProgress),
  };
}

/** Makes an event of each failed try that another one follows. */
export function reportRetries(
  onProgress: (event: ProgressEvent) => void,
): NonNullable<HttpOptions["onRetry"]> {
  return ({ service, attempt, delayMs, error }) =>
    onProgress({ type: "retrying", service, reason: error.reason, delayMs, attempt: attempt + 1 });
}
