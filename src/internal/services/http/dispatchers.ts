import { Agent, type Dispatcher, EnvHttpProxyAgent } from "undici";

/** One a combination of options and proxy settings, so that connections are kept between clients. */
const dispatchers = new Map<string, Dispatcher>();

/**
 * The connections for an origin: through the proxy that HTTP_PROXY, HTTPS_PROXY and NO_PROXY name, in upper or lower
 * case, except for loopback, which no proxy can reach.
 *
 * @param isFresh A new connection for this request. A server may close a kept connection at the moment when it is used
 *   again, and what may not be sent twice must not be lost that way.
 */
export function dispatcherFor(url: URL, connectTimeoutMs: number, isFresh = false): Dispatcher {
  // `||` and not `??`: an empty variable means that there is none.
  const httpProxy = process.env.http_proxy || process.env.HTTP_PROXY || "";
  const httpsProxy = process.env.https_proxy || process.env.HTTPS_PROXY || "";
  const noProxy = process.env.no_proxy || process.env.NO_PROXY || "";
  const direct = isLoopback(url) || (httpProxy === "" && httpsProxy === "");

  const key = JSON.stringify([
    connectTimeoutMs,
    isFresh,
    ...(direct ? [] : [httpProxy, httpsProxy, noProxy]),
  ]);
  const known = dispatchers.get(key);
  if (known !== undefined) return known;

  const options = { connect: { timeout: connectTimeoutMs }, ...(isFresh ? { pipelining: 0 } : {}) };
  const made = direct
    ? new Agent(options)
    : new EnvHttpProxyAgent({
        ...options,
        httpProxy,
        httpsProxy,
        noProxy,
        proxyTls: { timeout: connectTimeoutMs },
        // Plain HTTP uses the proxy's absolute form: many proxies allow CONNECT only to port 443.
        proxyTunnel: false,
      });
  dispatchers.set(key, made);
  return made;
}

/** A proxy, and the variable that names it. */
export interface NamedProxy {
  readonly variable: string;
  readonly url: URL;
}

/** The proxy of a URL, unless NO_PROXY names its host; undefined without one. */
export function proxyFor(url: URL): NamedProxy | undefined {
  if (isLoopback(url)) return undefined;
  const names =
    url.protocol === "https:"
      ? ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"]
      : ["http_proxy", "HTTP_PROXY"];
  const variable = names.find((name) => (process.env[name] ?? "") !== "");
  const proxy = variable === undefined ? null : URL.parse(process.env[variable] ?? "");
  return variable === undefined || proxy === null ? undefined : { variable, url: proxy };
}

/** Whether a URL stays on this machine. */
function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
