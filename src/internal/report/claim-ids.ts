/** A verdict's claims, in display order. */
export const CLAIM_SAYS = {
  "runtime-code": "These sources compile to the code on chain",
  "creation-code": "These sources, with these arguments, compile to the code that created the contract",
  sources:
    "The sources, settings, compiler and names on record agree with the metadata and compile to the code",
  interface: "The ABI, documentation, storage layout and signatures belong to the contract",
  libraries: "These sources compile to every linked library, including those linked by other libraries",
  implementation: "The proxy runs the implementation that it declares",
  identity: "The contract id belongs to this address",
  deployment: "The transaction, block and deployer belong to the contract, and the deployment records agree",
  record: "The record belongs to this contract, is current, and agrees with this run's job",
} as const;

export type ClaimId = keyof typeof CLAIM_SAYS;

export const CLAIM_IDS = Object.keys(CLAIM_SAYS) as readonly ClaimId[];

export const NEEDED_CLAIMS: readonly ClaimId[] = ["runtime-code", "sources", "libraries", "record"];

export function isClaimId(id: string): id is ClaimId {
  return (CLAIM_IDS as readonly string[]).includes(id);
}
