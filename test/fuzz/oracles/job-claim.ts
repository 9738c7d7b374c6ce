import { at, lower } from "./plain-json.ts";

const MATCHES: readonly unknown[] = ["match", "exact_match"];

/** True if `match` is the better of two sides. A missing side may be the better one. */
export function isBetterOf(match: unknown, one: unknown, other: unknown): boolean {
  const isExact = [one, other].includes("exact_match");
  if (one !== undefined && other !== undefined) return match === (isExact ? "exact_match" : (one ?? other));
  return match === "exact_match" || (!isExact && (match === "match" || (one ?? other ?? null) === null));
}

/** True if the body consistently says that this job found a match. */
export function claimsMatch(body: unknown, verificationId: string): boolean {
  const sides = [at(body, "contract", "creationMatch"), at(body, "contract", "runtimeMatch")] as const;
  const match = at(body, "contract", "match");
  return (
    at(body, "isJobCompleted") === true &&
    (at(body, "error") ?? null) === null &&
    lower(at(body, "verificationId")) === verificationId &&
    MATCHES.includes(match) &&
    sides.every((side) => side === undefined || side === null || MATCHES.includes(side)) &&
    isBetterOf(match, ...sides)
  );
}
