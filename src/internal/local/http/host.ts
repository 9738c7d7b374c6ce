const LOOPBACK_NAMES = ["127.0.0.1", "localhost", "[::1]"] as const;

/**
 * True when the Host header names this computer and the port that is listened on. A web page whose name is made to
 * resolve to 127.0.0.1 (DNS rebinding) still sends its own name here, and is refused.
 */
export function isOwnHost(host: string | undefined, port: number): boolean {
  return LOOPBACK_NAMES.some((name) => host?.toLowerCase() === `${name}:${port}`);
}
