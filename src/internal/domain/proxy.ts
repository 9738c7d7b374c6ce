/** Handwritten bytecode that only forwards calls. No compiler produced it, so no service can verify it. */
export const SOURCELESS = [
  "EIP-1167",
  "EIP-3448",
  "CWIA",
  "Vyper forwarder",
  "Sequence",
  "ERC-7760",
  "EIP-7702",
] as const;

/** True if a proxy of this kind has fixed code without sources, so only its implementation can be verified. */
export function isSourceless(kind: string): boolean {
  return SOURCELESS.some((each) => each === kind);
}
