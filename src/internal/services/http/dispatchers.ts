import { Agent, type Dispatcher, EnvHttpProxyAgent } from "undici";

interface ConnectionOptions {
  readonly connectTimeoutMs: number;
  /**
   * A new connection for this request. A server may close a kept connection at the moment when it is used again, and
   * what may not be sent twice must not be lost that way.
   */
  readonly fresh: boolean;
}

/** One a combination of options and proxy settings, so that connections are kept between clients. */
const dispatchers = new Map<string, Dispatcher>();

/**
 * The connections for an origin: through the proxy that HTTP_PROXY, HTTPS_PROXY and NO_PROXY name, in upper or lower
 * case, except for loopback, which no proxy can reach.
 */
export function dispatcherFor(url: URL, { connectTimeoutMs, fresh }: ConnectionOptions): Dispatcher {
  // `||` and not `??`: an empty variable means that there is none.
  const httpProxy = process.env.http_proxy || process.env.HTTP_PROXY || "";
  const httpsProxy = process.env.https_proxy || process.env.HTTPS_PROXY || "";
  const noProxy = process.env.no_proxy || process.env.NO_PROXY || "";
  const direct = isLoopback(url) || (httpProxy === "" && httpsProxy === "");

  const key = JSON.stringify([connectTimeoutMs, fresh, ...(direct ? [] : [httpProxy, httpsProxy, noProxy])]);
  const known = dispatchers.get(key);
  if (known !== undefined) return known;

  const options = { connect: { timeout: connectTimeoutMs }, ...(fresh ? { pipelining: 0 } : {}) };
  const made = direct
    ? new Agent(options)
    : new EnvHttpProxyAgent({
        ...options,
        httpProxy,
        httpsProxy,
        noProxy,
        proxyTls: { timeout: connectTimeoutMs },
        // Plain HTTP is asked of the proxy in absolute form, as everywhere: many allow CONNECT to port 443 alone.
        proxyTunnel: false,
      });
  dispatchers.set(key, made);
  return made;
}

/** Whether a URL stays on this machine. */
function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
