import { at, lower } from "./plain-json.ts";

const MATCHES: readonly unknown[] = ["match", "exact_match"];

/** The better of two sides, as the interface says that `match` is. */
export function betterOf(one: unknown, other: unknown): unknown {
  return [one, other].includes("exact_match") ? "exact_match" : (one ?? other ?? null);
}

/** Whether a body says, without contradicting itself, that this very job has found a match. */
export function claimsMatch(body: unknown, verificationId: string): boolean {
  const sides = [at(body, "contract", "creationMatch"), at(body, "contract", "runtimeMatch")] as const;
  const match = at(body, "contract", "match");
  return (
    at(body, "isJobCompleted") === true &&
    (at(body, "error") ?? null) === null &&
    lower(at(body, "verificationId")) === verificationId &&
    MATCHES.includes(match) &&
    sides.every((side) => side === null || MATCHES.includes(side)) &&
    match === betterOf(...sides)
  );
}
