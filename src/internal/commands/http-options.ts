import pLimit, { type LimitFunction } from "p-limit";
import type { ProgressEvent } from "../report/progress.ts";
import type { HostBreakers } from "../services/http/host-breaker.ts";
import { HostPace } from "../services/http/host-pace.ts";
import type { HttpOptions } from "../services/http/http-client.ts";
import { isPrivateHost } from "../services/http/private-host.ts";
import type { HostPaces, ServiceConfig } from "./config/resolve-chain-config.ts";

/**
 * How a configured service is asked; each failed try that another one follows is an event. What this process asks of one
 * host keeps one pace.
 *
 * @param onSlowDown Called once for each pause that the host asked for.
 * @param breakers Of the run. @default none
 */
export function httpOptions(
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
    pace: hostPace(url),
    onSlowDown,
    breaker: breakers?.of(url),
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

const paces = new Map<string, HostPace>();

/** The pace of the host of a service: one for everything in this process that asks the same origin. */
export function hostPace(serviceUrl: string): HostPace {
  // The client refuses an invalid URL.
  return paceNamed(URL.parse(serviceUrl)?.origin ?? serviceUrl);
}

/** The pace of an explorer's API: its limits are of a key, or of this computer. */
export function explorerPace(apiUrl: string, apiKey: string | undefined): HostPace {
  return paceNamed(`explorer ${URL.parse(apiUrl)?.origin} ${apiKey ?? ""}`);
}

function paceNamed(name: string): HostPace {
  const pace = paces.get(name) ?? new HostPace();
  paces.set(name, pace);
  return pace;
}

/** From now on this process never asks the hosts of these URLs more than their limits. */
export function limitPace(
  urls: readonly (string | undefined)[],
  { ofPublicHosts, ofPrivateHosts }: HostPaces,
): void {
  for (const url of urls) {
    if (url === undefined) continue;
    const limit = isPrivateHost(url) ? ofPrivateHosts : ofPublicHosts;
    if (limit !== undefined) hostPace(url).keepWithin(limit);
  }
}

const limits = new Map<string, LimitFunction>();

interface Sharers {
  readonly chainId: number;
  /** Undefined without one; those runs share a limit too. */
  readonly serviceUrl: string | undefined;
}

/** Runs work when fewer than `concurrency` others of this process are under way for the same chain and service. */
export function limitConcurrency<T>(
  concurrency: number,
  { chainId, serviceUrl = "" }: Sharers,
  work: () => Promise<T>,
): Promise<T> {
  const key = `${chainId} ${serviceUrl}`;
  const limit = limits.get(key) ?? pLimit(concurrency);
  limits.set(key, limit);
  return limit(work);
}
