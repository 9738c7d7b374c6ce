/** Hand-written bytes that only forward calls: no compiler made them, and no service can verify them. */
const SOURCELESS: ReadonlySet<string> = new Set([
  "EIP-1167",
  "EIP-3448",
  "CWIA",
  "Vyper forwarder",
  "Sequence",
  "EIP-7702",
]);

/** True if a kind of proxy is a fixed sequence of bytes without sources, so that only its implementation can be verified. */
export function isSourceless(kind: string): boolean {
  return SOURCELESS.has(kind);
}
