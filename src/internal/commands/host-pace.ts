import type { PaceLimit } from "../services/http/host-pace.ts";
import { HostPace } from "../services/http/host-pace.ts";

const paces = new Map<string, HostPace>();

/** The pace of the host of a service: one for everything in this process that asks the same origin. */
export function hostPace(serviceUrl: string): HostPace {
  // What is no URL is an error of the client.
  const origin = URL.parse(serviceUrl)?.origin ?? serviceUrl;
  const pace = paces.get(origin) ?? new HostPace();
  paces.set(origin, pace);
  return pace;
}

/** From now on this process never asks the hosts of these URLs more than the limit. */
export function limitPace(urls: readonly (string | undefined)[], limit: PaceLimit | undefined): void {
  if (limit === undefined) return;
  for (const url of urls) if (url !== undefined) hostPace(url).keepWithin(limit);
}
