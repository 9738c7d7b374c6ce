import type { ExpectedMatch, ForetoldMatch } from "./expected-match.ts";
import type { Match, MatchSummary } from "./record.ts";

/** What counts as good enough. */
export interface Requirement {
  /** The least that the runtime side must have. */
  readonly minMatch: Match;
  /** Also the creation side must have it. */
  readonly requireCreation: boolean;
}

/** The two sides of a match. */
export type Sides = Pick<MatchSummary, "creationMatch" | "runtimeMatch">;

const RANK: Readonly<Record<Match | "none", number>> = { none: 0, match: 1, exact_match: 2 };

/** Whether a match is good enough. The runtime side must match: it is the code that runs. */
export function isGoodEnough(sides: Sides, { minMatch, requireCreation }: Requirement): boolean {
  const needed = RANK[minMatch];
  return rank(sides.runtimeMatch) >= needed && (!requireCreation || rank(sides.creationMatch) >= needed);
}

/** Whether what a build promises is good enough, as far as it is known. */
export function promisesEnough(
  { creation, runtime }: Pick<ExpectedMatch, "creation" | "runtime">,
  { minMatch, requireCreation }: Requirement,
): boolean {
  const suffices = (match: ForetoldMatch) => match === "unknown" || rankPrediction(match) >= RANK[minMatch];
  return suffices(runtime) && (!requireCreation || suffices(creation));
}

/** Whether both sides match with the metadata hash: then nothing can be better. */
export function isExact({ creationMatch, runtimeMatch }: Sides): boolean {
  return creationMatch === "exact_match" && runtimeMatch === "exact_match";
}

/** Whether submitting can make a stored match better. */
export function canImprove(stored: Sides | undefined, expected: ExpectedMatch): boolean {
  const creation = rankPrediction(expected.creation) - rank(stored?.creationMatch ?? null);
  const runtime = rankPrediction(expected.runtime) - rank(stored?.runtimeMatch ?? null);
  return creation > 0 || runtime > 0;
}

/** Whether a result fell short of what the build promised. `unknown` promises nothing. */
export function isWeakerThanExpected(sides: Sides, expected: ExpectedMatch): boolean {
  return (
    rank(sides.runtimeMatch) < rankPrediction(expected.runtime) ||
    rank(sides.creationMatch) < rankPrediction(expected.creation)
  );
}

function rank(match: Match | null): number {
  return RANK[match ?? "none"];
}

/** How good a match is, from 0 for none; `unknown` promises nothing. */
export function rankPrediction(match: ForetoldMatch): number {
  return match === "unknown" ? 0 : RANK[match];
}
