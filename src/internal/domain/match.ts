import type { ExpectedMatch, ExpectedSideMatch } from "./expected-match.ts";
import type { Match, MatchSummary } from "./record.ts";

/** What the user demands of a match. */
export interface Requirement {
  /** The lowest match that the runtime side must get. */
  readonly minMatch: Match;
  /** The creation side must get it too. */
  readonly requireCreation: boolean;
}

/** The two sides of a match. */
export type Sides = Pick<MatchSummary, "creationMatch" | "runtimeMatch">;

const RANK: Readonly<Record<Match | "none", number>> = { none: 0, match: 1, exact_match: 2 };

/** Whether a match meets the requirement. */
export function isGoodEnough(sides: Sides, { minMatch, requireCreation }: Requirement): boolean {
  const needed = RANK[minMatch];
  return rank(sides.runtimeMatch) >= needed && (!requireCreation || rank(sides.creationMatch) >= needed);
}

/** Whether an expected match meets the requirement; an unknown side counts as meeting it. */
export function promisesEnough(
  { creation, runtime }: Pick<ExpectedMatch, "creation" | "runtime">,
  { minMatch, requireCreation }: Requirement,
): boolean {
  const suffices = (match: ExpectedSideMatch) =>
    match === "unknown" || rankPrediction(match) >= RANK[minMatch];
  return suffices(runtime) && (!requireCreation || suffices(creation));
}

/** Whether both sides match exactly: no submission can improve that. */
export function isExact({ creationMatch, runtimeMatch }: Sides): boolean {
  return creationMatch === "exact_match" && runtimeMatch === "exact_match";
}

/** Whether submitting can improve a stored match. */
export function canImprove(stored: Sides | undefined, expected: ExpectedMatch): boolean {
  const creation = rankPrediction(expected.creation) - rank(stored?.creationMatch ?? null);
  const runtime = rankPrediction(expected.runtime) - rank(stored?.runtimeMatch ?? null);
  return creation > 0 || runtime > 0;
}

/** Whether a result is weaker than expected. */
export function isWeakerThanExpected(sides: Sides, expected: ExpectedMatch): boolean {
  return (
    rank(sides.runtimeMatch) < rankPrediction(expected.runtime) ||
    rank(sides.creationMatch) < rankPrediction(expected.creation)
  );
}

/** Whether a side has a weaker match than the same side of another. */
export function isWeaker(sides: Sides, than: Sides): boolean {
  return (
    rank(sides.runtimeMatch) < rank(than.runtimeMatch) || rank(sides.creationMatch) < rank(than.creationMatch)
  );
}

function rank(match: Match | null): number {
  return RANK[match ?? "none"];
}

/** Orders expected matches: 0 for none and for unknown, 1 for a match, 2 for an exact one. */
export function rankPrediction(match: ExpectedSideMatch): number {
  return match === "unknown" ? 0 : RANK[match];
}
