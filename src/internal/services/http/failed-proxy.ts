import { type NamedProxy, proxyFor } from "./dispatchers.ts";

const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** The proxy of a URL, if the proxy itself is unreachable rather than the host behind it. */
export function failedProxy(url: URL, error: unknown): NamedProxy | undefined {
  const proxy = proxyFor(url);
  if (proxy === undefined || !(error instanceof Error)) return undefined;
  // Several addresses of one host fail together.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const { hostname, port } = first as { readonly hostname?: unknown; readonly port?: unknown };
  if (hostname !== undefined) return hostname === proxy.url.hostname ? proxy : undefined;
  // A host in NO_PROXY fails at its own port.
  return String(port) === portOf(proxy.url) && portOf(proxy.url) !== portOf(url) ? proxy : undefined;
}

function portOf({ port, protocol }: URL): string | undefined {
  return port === "" ? DEFAULT_PORTS[protocol] : port;
}
