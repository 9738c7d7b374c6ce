/** What a verdict says, in the order in which it is shown. */
export const CLAIM_IDS = [
  "runtime-code",
  "creation-code",
  "sources",
  "interface",
  "libraries",
  "implementation",
  "identity",
  "deployment",
  "record",
] as const;

export type ClaimId = (typeof CLAIM_IDS)[number];

/** The claims without which nothing is verified. */
export const NEEDED_CLAIMS: readonly ClaimId[] = ["runtime-code", "sources", "libraries", "record"];

export function isClaimId(id: string): id is ClaimId {
  return (CLAIM_IDS as readonly string[]).includes(id);
}
