import { BlockList, isIP, isIPv6 } from "node:net";
import { VerifyContractError } from "../../errors/problem.ts";
import { decodePercent, HIDDEN, looksLikeKey } from "../../text/key-like.ts";

/** Names that public DNS doesn't resolve (RFC 6761, 6762, 8375). */
const PRIVATE_NAME = /^[^.]+$|\.(localhost|local|internal|home\.arpa)$/;

export function isPrivateHost(url: string): boolean {
  const parsed = URL.parse(url);
  const host = parsed === null ? "" : getHost(parsed);
  switch (isIP(host)) {
    case 4:
      return PRIVATE_ADDRESSES.check(host, "ipv4");
    case 6:
      return PRIVATE_ADDRESSES.check(host, "ipv6");
    default:
      return PRIVATE_NAME.test(host);
  }
}

/** Loopback, private and link-local addresses (RFC 6890, 4193, 4291). */
const PRIVATE_ADDRESSES = new BlockList();
for (const [network, prefix] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
] as const)
  PRIVATE_ADDRESSES.addSubnet(network, prefix, "ipv4");
PRIVATE_ADDRESSES.addAddress("::1", "ipv6");
PRIVATE_ADDRESSES.addSubnet("fc00::", 7, "ipv6");
PRIVATE_ADDRESSES.addSubnet("fe80::", 10, "ipv6");

/** The host of a URL, without the brackets of an IPv6 address. */
export function getHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

export function isLoopback(url: string | URL | undefined): boolean {
  const { hostname = "" } = URL.parse(String(url)) ?? {};
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/**
 * Removes user name, password and fragment. `***` replaces each query value and anything in the path that looks like a
 * key. In an invalid URL, everything that could be user information is removed.
 */
export function withoutCredentials(url: string | URL): string {
  const parsed = URL.parse(String(url));
  if (parsed === null)
    return withoutKeys(
      String(url)
        .replace(/\/\/[^/?#]*@/, "//")
        .replace(/[?#].*$/s, ""),
    );
  parsed.username = "";
  parsed.password = "";
  parsed.hash = "";
  parsed.pathname = withoutKeys(parsed.pathname);
  for (const name of new Set(parsed.searchParams.keys())) {
    if (looksLikeKey(name)) parsed.searchParams.delete(name);
    else parsed.searchParams.set(name, HIDDEN);
  }
  return parsed.href;
}

/** The base URL of a service for printing, without query or trailing slash, so a path can be appended. */
export function formatBaseUrl(base: string | URL): string {
  return withoutCredentials(base)
    .replace(/[?#].*$/s, "")
    .replace(/\/+$/, "");
}

function withoutKeys(path: string): string {
  return path
    .split("/")
    .map((segment) => (looksLikeKey(decodePercent(segment)) ? HIDDEN : segment))
    .join("/");
}

/** A proxy and the environment variable that sets it. */
export type NamedProxy = NonNullable<ReturnType<typeof findProxy>>;

/** A request that was not sent, because the proxy can't be used for it. The message completes a sentence. */
export class ProxyError extends Error {
  override readonly name = "ProxyError";
}

/**
 * The proxy for a URL. Undefined if none is set or NO_PROXY covers the host, and for loopback addresses, which a proxy
 * can't reach.
 *
 * @throws VerifyContractError VC108 if the value isn't the URL of an http or https proxy, so that no request bypasses
 * the proxy
 */
export function findProxy(url: URL) {
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
 * True if NO_PROXY covers a URL's host or a domain above it. An entry may end with a port and begin with `.` or `*.`; a
 * single `*` covers all hosts. IPv6 addresses may be written without brackets, but then can't include a port.
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

/** The `authorization` header for the user name and password in a URL, if it has any. */
export function getAuthorization({ username, password }: URL): string | undefined {
  if (username === "" && password === "") return undefined;
  const user = `${decodePercent(username)}:${decodePercent(password)}`;
  return `Basic ${Buffer.from(user).toString("base64")}`;
}

export function credentialsRequired(): ProxyError {
  return new ProxyError("Proxy Authentication Required (407)");
}
