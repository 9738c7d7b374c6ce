import { type ClaimId, NEEDED_CLAIMS } from "./claim-ids.ts";
import type { Claim, Verdict } from "./model.ts";

/** @param required Additional claims from `--require` that must not be open. */
export function deriveVerdict(claims: readonly Claim[], required: readonly string[] = []): Verdict {
  if (claims.some(({ state }) => state === "refuted")) return "refuted";
  const open = getOpenClaims(claims, required);
  if (open.length > 0) return open.every(({ mayClose }) => mayClose === true) ? "cannot-tell" : "not-proven";
  return getVouchedClaims(claims).length === 0 ? "verified" : "match";
}

export function getVouchedClaims(claims: readonly Claim[]): readonly Claim[] {
  return claims.filter(({ id, state }) => state === "vouched" && NEEDED_CLAIMS.includes(id));
}

/** A claim that was not judged counts as open. */
export function getOpenClaims(claims: readonly Claim[], required: readonly string[] = []): readonly Claim[] {
  const needed = [...NEEDED_CLAIMS, ...claims.map(({ id }) => id).filter((id) => required.includes(id))];
  return [...new Set<ClaimId>(needed)].flatMap((id) => {
    const claim = claims.find((each) => each.id === id);
    if (claim === undefined) return [{ id, state: "open", witnesses: [], reason: "it was not judged" }];
    return claim.state === "open" ? [claim] : [];
  });
}

/** These claims affect only the verdict's wording. */
export function getOptionalOpenClaims(claims: readonly Claim[]): readonly Claim[] {
  return claims.filter(({ id, state }) => state === "open" && !NEEDED_CLAIMS.includes(id));
}

export function getClaimState(claims: readonly Claim[], id: ClaimId): Claim["state"] | undefined {
  return claims.find((claim) => claim.id === id)?.state;
}
