import { isIPv6 } from "node:net";
import { VerifyContractError } from "../../errors/problem.ts";
import { decodePercent } from "../../text/key-like.ts";
import { getHost, isLoopback } from "./private-host.ts";

/** A proxy and the environment variable that sets it. */
export interface NamedProxy {
  readonly variable: string;
  readonly url: URL;
}

/** A request that was not sent, because the proxy can't be used for it. The message is part of a sentence. */
export class ProxyError extends Error {
  override readonly name = "ProxyError";
}

/**
 * The proxy for a URL. Undefined if none is set or NO_PROXY lists the host, and for loopback addresses, which a proxy
 * can't reach.
 *
 * @throws VerifyContractError VC108 if the value isn't the URL of an http or https proxy, so that no request bypasses
 * the proxy
 */
export function findProxy(url: URL): NamedProxy | undefined {
  const variable = findProxyVariable(url);
  if (variable === undefined) return undefined;
  const proxy = URL.parse(process.env[variable] ?? "");
  // The value may contain a password.
  if (proxy === null || !/^https?:$/.test(proxy.protocol))
    throw new VerifyContractError("VC108", {
      facts: [
        ["Environment variable", variable],
        ["Expected", "the URL of an http or https proxy, such as http://proxy.example:8080"],
      ],
    });
  return { variable, url: proxy };
}

function findProxyVariable(url: URL): string | undefined {
  if (isLoopback(url) || isExempt(url)) return undefined;
  const names =
    url.protocol === "https:"
      ? ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"]
      : ["http_proxy", "HTTP_PROXY"];
  // An empty variable means no proxy.
  return names.find((name) => (process.env[name] ?? "") !== "");
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** The port of a URL, which omits the default port of its scheme. */
export function getPort({ port, protocol }: URL): string {
  return port || (DEFAULT_PORTS[protocol] ?? "");
}

/**
 * True if NO_PROXY lists a URL's host or a domain above it. An entry may end with a port and begin with `.` or `*.`; a
 * single `*` lists all hosts. IPv6 addresses may be without brackets, but then have no port.
 */
function isExempt(url: URL): boolean {
  const value = process.env.no_proxy || process.env.NO_PROXY || "";
  if (value.trim() === "*") return true;
  const hostname = getHost(url);
  return value.split(/[,\s]+/).some((entry) => {
    const [, host = entry, port] = isIPv6(entry) ? [] : (/^(.+):(\d+)$/.exec(entry) ?? []);
    const domain = host.replace(/^\*?\.|^\[|\]$/g, "").toLowerCase();
    if (domain === "" || (port !== undefined && port !== getPort(url))) return false;
    return hostname === domain || hostname.endsWith(`.${domain}`);
  });
}

/** The value of the header that authenticates a URL's user, if it has a user name or a password. */
export function getAuthorization({ username, password }: URL): string | undefined {
  if (username === "" && password === "") return undefined;
  const user = `${decodePercent(username)}:${decodePercent(password)}`;
  return `Basic ${Buffer.from(user).toString("base64")}`;
}

export function credentialsRequired(): ProxyError {
  return new ProxyError("Proxy Authentication Required (407)");
}
