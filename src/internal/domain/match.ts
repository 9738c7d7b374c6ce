import type { Match, MatchSummary } from "./record.ts";

/** The weakest match that the user accepts. */
export interface Requirement {
  /** The lowest match that the runtime side must get. */
  readonly minMatch: Match;
  /** The creation side must get it too. */
  readonly requireCreation: boolean;
}

/** The two sides of a match. */
export type Sides = Pick<MatchSummary, "creationMatch" | "runtimeMatch">;

const RANK: Readonly<Record<ExpectedSideMatch, number>> = { none: 0, unknown: 0, match: 1, exact_match: 2 };

/** True if a match meets the requirement. A creation side that the service does not give is a claim's to show. */
export function isGoodEnough(
  { runtimeMatch, creationMatch }: Sides,
  { minMatch, requireCreation }: Requirement,
): boolean {
  const needed = RANK[minMatch];
  const isCreationEnough = creationMatch === undefined || rank(creationMatch) >= needed;
  return rank(runtimeMatch) >= needed && (!requireCreation || isCreationEnough);
}

/** True if an expected match meets the requirement; an unknown side counts as meeting it. */
export function promisesEnough(
  { creation, runtime }: Pick<ExpectedMatch, "creation" | "runtime">,
  { minMatch, requireCreation }: Requirement,
): boolean {
  const suffices = (match: ExpectedSideMatch) => match === "unknown" || rank(match) >= RANK[minMatch];
  return suffices(runtime) && (!requireCreation || suffices(creation));
}

/** True if both sides match exactly, as far as the service computes them: no submission can improve that. */
export function isExact({ creationMatch, runtimeMatch }: Sides): boolean {
  return runtimeMatch === "exact_match" && (creationMatch === undefined || creationMatch === "exact_match");
}

/** The match of a contract, of its sides. Null for none. */
export function betterMatch(...sides: readonly (Match | null | undefined)[]): Match | null {
  return sides.includes("exact_match") ? "exact_match" : (sides.find((match) => match != null) ?? null);
}

/** True if submitting can improve a stored match. */
export function canImprove(stored: Sides | undefined, expected: ExpectedMatch): boolean {
  return isWeakerThanExpected(stored ?? { creationMatch: null, runtimeMatch: null }, expected);
}

/** True if a result is weaker than expected. A creation side that the service never computes is not. */
export function isWeakerThanExpected(
  { runtimeMatch, creationMatch }: Sides,
  expected: ExpectedMatch,
): boolean {
  return (
    rank(runtimeMatch) < rank(expected.runtime) ||
    (creationMatch !== undefined && rank(creationMatch) < rank(expected.creation))
  );
}

/** True if a side has a weaker match than the same side of another, where both give it. */
export function isWeaker(sides: Sides, than: Sides): boolean {
  return (["runtimeMatch", "creationMatch"] as const).some(
    (side) => sides[side] !== undefined && rank(sides[side]) < rank(than[side]),
  );
}

/** Orders matches: 0 for none and for unknown, 1 for a match, 2 for an exact one. */
export function rank(match: ExpectedSideMatch | null | undefined): number {
  return RANK[match ?? "none"];
}

/** The match that one side is expected to get. */
export type ExpectedSideMatch = "match" | "exact_match" | "none" | "unknown";

/** The match that a build is expected to get, predicted before it is submitted. */
export interface ExpectedMatch {
  readonly creation: ExpectedSideMatch;
  readonly runtime: ExpectedSideMatch;
  /** Why a side is expected to get less than an exact match, or why that can't be predicted. */
  readonly reasons: readonly string[];
}
