import type { ServiceName } from "../service-error.ts";
import { parseJson } from "./parse-json.ts";
import type { HttpAnswer } from "./send-once.ts";

/** Keys of a service's records, jobs and errors; each of its answers has at least one. */
const OWN_KEYS: Readonly<Record<ServiceName, readonly string[]>> = {
  "verification service": ["customCode", "errorId", "match", "verificationId", "isJobCompleted", "results"],
  "query service": ["_status", "links", "evm_address", "contract_id", "number", "hash", "timestamp"],
  "status service": ["page", "status", "components", "incidents", "scheduled_maintenances"],
  node: ["jsonrpc"],
};

/** Statuses of a gateway that blocks all requests now; they prove nothing about the service behind it. */
const OF_A_GATEWAY = new Set([401, 403, 407, 408, 413, 415, 425, 429]);

/**
 * Whether an answer comes from another program than the service: a page, other JSON, a JSON-RPC node. A possibly broken
 * answer of the service, such as truncated JSON, is not foreign.
 *
 * @param url The requested URL.
 */
export function isForeign(
  service: ServiceName,
  url: string,
  { status, text, location }: Pick<HttpAnswer, "status" | "text" | "location">,
): boolean {
  if (status >= 500 || OF_A_GATEWAY.has(status)) return false;
  if (status >= 300 && status < 400) return leadsElsewhere(url, location);
  const body = jsonOrUndefined(text);
  if (body === undefined) return status >= 400 || /^\s*</.test(text);
  if (typeof body !== "object" || body === null || Array.isArray(body)) return true;
  return !OWN_KEYS[service].some((key) => Object.hasOwn(body, key));
}

/** Whatever is at another origin, no request goes there: neither now nor when the same is tried later. */
function leadsElsewhere(url: string, location: string | undefined): boolean {
  const from = URL.parse(url);
  const to = location === undefined ? null : URL.parse(location, url);
  return from !== null && to !== null && from.origin !== to.origin;
}

function jsonOrUndefined(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
