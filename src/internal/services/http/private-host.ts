import { BlockList, isIP } from "node:net";

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
