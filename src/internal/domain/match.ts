import type { Match, MatchSummary } from "./record.ts";

export interface Requirement {
  readonly minMatch: Match;
  /** True if the creation side must also reach `minMatch`. */
  readonly requireCreation: boolean;
}

export type Sides = Pick<MatchSummary, "creationMatch" | "runtimeMatch">;

const RANK: Readonly<Record<ExpectedSideMatch, number>> = { none: 0, unknown: 0, match: 1, exact_match: 2 };

/** Ignores a creation side that the service doesn't return, because a claim covers that case. */
export function isGoodEnough(
  { runtimeMatch, creationMatch }: Sides,
  { minMatch, requireCreation }: Requirement,
): boolean {
  const needed = RANK[minMatch];
  const isCreationEnough = creationMatch === undefined || rank(creationMatch) >= needed;
  return rank(runtimeMatch) >= needed && (!requireCreation || isCreationEnough);
}

/** True if an expected match meets the requirement. An unknown side is treated as meeting it. */
export function promisesEnough(
  { creation, runtime }: Pick<ExpectedMatch, "creation" | "runtime">,
  { minMatch, requireCreation }: Requirement,
): boolean {
  const suffices = (match: ExpectedSideMatch) => match === "unknown" || rank(match) >= RANK[minMatch];
  return suffices(runtime) && (!requireCreation || suffices(creation));
}

/** True if all sides that the service computes match exactly, so no submission can improve the match. */
export function isExact({ creationMatch, runtimeMatch }: Sides): boolean {
  return runtimeMatch === "exact_match" && (creationMatch === undefined || creationMatch === "exact_match");
}

/** Returns the better of a contract's two matches. Null if neither side matches. */
export function betterMatch(...sides: readonly (Match | null | undefined)[]): Match | null {
  return sides.includes("exact_match") ? "exact_match" : (sides.find((match) => match != null) ?? null);
}

/**
 * True if a match is weaker than expected, so a submission can improve it. Ignores a creation side that the service
 * never computes.
 */
export function canImprove(stored: Sides | undefined, expected: ExpectedMatch): boolean {
  const { runtimeMatch, creationMatch } = stored ?? { runtimeMatch: null, creationMatch: null };
  return (
    rank(runtimeMatch) < rank(expected.runtime) ||
    (creationMatch !== undefined && rank(creationMatch) < rank(expected.creation))
  );
}

/** True if either side's match is weaker than in `other`. Ignores unknown sides. */
export function isWeaker(sides: Sides, other: Sides): boolean {
  return (["runtimeMatch", "creationMatch"] as const).some(
    (side) => sides[side] !== undefined && rank(sides[side]) < rank(other[side]),
  );
}

export function rank(match: ExpectedSideMatch | null | undefined): number {
  return RANK[match ?? "none"];
}

export type ExpectedSideMatch = "match" | "exact_match" | "none" | "unknown";

export interface ExpectedMatch {
  readonly creation: ExpectedSideMatch;
  readonly runtime: ExpectedSideMatch;
  /** The reasons why a side won't match exactly, or why its match can't be predicted. */
  readonly reasons: readonly string[];
}
