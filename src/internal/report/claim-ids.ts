/** A verdict's claims, in display order. */
export const CLAIM_SAYS = {
  "runtime-code": "The code on chain is what these sources compile to",
  "creation-code":
    "The code that created the contract is what these sources compile to, with these arguments",
  sources:
    "Every source, setting, compiler and name in the metadata has its hash on record, and they compile to the code",
  interface: "ABI, documentation, storage layout and signatures are the contract's",
  libraries: "Every linked library, and what it links, is what these sources compile to",
  implementation: "The proxy runs what it names",
  identity: "The contract id is this address",
  deployment: "Transaction, block and deployer are the contract's, and deployment records agree",
  record: "The record belongs to this contract, is current, and agrees with this run's job",
} as const;

export type ClaimId = keyof typeof CLAIM_SAYS;

export const CLAIM_IDS = Object.keys(CLAIM_SAYS) as readonly ClaimId[];

/** The claims required for a verified contract. */
export const NEEDED_CLAIMS: readonly ClaimId[] = ["runtime-code", "sources", "libraries", "record"];

export function isClaimId(id: string): id is ClaimId {
  return (CLAIM_IDS as readonly string[]).includes(id);
}
