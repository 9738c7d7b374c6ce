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
