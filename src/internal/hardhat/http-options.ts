import type { RequestConfig, ServiceConfig } from "../config/resolve-service.ts";
import type { ProgressEvent } from "../reports/progress.ts";
import type { HttpOptions } from "../services/http/http-client.ts";

/** How a configured service is asked; each failed try that another one follows is told. */
export function httpOptions(
  service: ServiceConfig,
  { requestTimeoutMs, retry }: RequestConfig,
  onProgress: (event: ProgressEvent) => void,
): Omit<HttpOptions, "service"> {
  return {
    url: service.url,
    headers: service.headers,
    requestTimeoutMs,
    retry,
    onRetry: ({ service: name, attempt, delayMs, error }) =>
      onProgress({ type: "retrying", service: name, reason: error.reason, delayMs, attempt: attempt + 1 }),
  };
}
