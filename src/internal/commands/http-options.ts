import pLimit, { type LimitFunction } from "p-limit";
import type { ProgressEvent } from "../report/progress.ts";
import { type HostBreakers, HostPace } from "../services/http/hosts.ts";
import type { HttpOptions } from "../services/http/http-client.ts";
import { isPrivateHost } from "../services/http/urls.ts";
import { getOrAdd } from "../text/memoize.ts";
import type { ChainConfig, ServiceConfig } from "./config/resolve-chain-config.ts";

/** All requests from this process to a host share one {@link HostPace}. */
export function createHttpOptions(
  { url, headers, requestTimeoutMs, retry }: ServiceConfig,
  onProgress: (event: ProgressEvent) => void,
  onSlowDown?: HttpOptions["onSlowDown"],
  breakers?: HostBreakers,
): Omit<HttpOptions, "service"> {
  return {
    url,
    headers,
    requestTimeoutMs,
    retry,
    pace: getHostPace(url),
    onSlowDown,
    breaker: breakers?.of(url),
    onRetry: createRetryListener(onProgress),
  };
}

export function createRetryListener(
  onProgress: (event: ProgressEvent) => void,
): NonNullable<HttpOptions["onRetry"]> {
  return ({ service, attempt, delayMs, error }) =>
    onProgress({ type: "retrying", service, reason: error.reason, delayMs, attempt: attempt + 1 });
}

const paces = new Map<string, HostPace>();

/** Returns the pace shared by all requests from this process to a service's origin. */
export function getHostPace(serviceUrl: string): HostPace {
  // The HTTP client rejects invalid URLs.
  return getOrAdd(paces, URL.parse(serviceUrl)?.origin ?? serviceUrl, () => new HostPace());
}

/** Explorers limit requests per API key, or per IP address if there is no key. */
export function getExplorerPace(apiUrl: string, apiKey: string | undefined): HostPace {
  const key = `explorer ${URL.parse(apiUrl)?.origin} ${apiKey ?? ""}`;
  return getOrAdd(paces, key, () => new HostPace());
}

export function limitPace(
  urls: readonly (string | undefined)[],
  { publicHosts, privateHosts }: ChainConfig["pace"],
): void {
  for (const url of urls) {
    if (url === undefined) continue;
    const limit = isPrivateHost(url) ? privateHosts : publicHosts;
    if (limit !== undefined) getHostPace(url).keepWithin(limit);
  }
}

const limits = new Map<string, LimitFunction>();

/** Runs at most `concurrency` of this process's tasks at once for a chain and service. */
export function limitConcurrency<T>(
  concurrency: number,
  { chainId, serviceUrl = "" }: { readonly chainId: number; readonly serviceUrl: string | undefined },
  work: () => Promise<T>,
): Promise<T> {
  return getOrAdd(limits, `${chainId} ${serviceUrl}`, () => pLimit(concurrency))(work);
}
