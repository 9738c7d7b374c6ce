const LOOPBACK_NAMES = ["127.0.0.1", "localhost", "[::1]"] as const;

/**
 * True if the Host header names this computer and this server's port. A web page whose name resolves to 127.0.0.1 (DNS
 * rebinding) still sends its own name, and is refused.
 */
export function isOwnHost(host: string | undefined, port: number): boolean {
  return LOOPBACK_NAMES.some((name) => host?.toLowerCase() === `${name}:${port}`);
}
