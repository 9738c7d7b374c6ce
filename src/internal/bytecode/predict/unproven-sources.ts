import type { ExpectedMatch, ExpectedSideMatch } from "../../domain/match.ts";

const CHANGED =
  "the sources in the build file are not those that its code was compiled from, so what they compile to is unknown";
const UNDECIDED =
  "the build file has no metadata, and no compiler here can show whether its sources changed after compilation";

/**
 * Weakens a prediction for sources that are not proven to be those that the code was compiled from.
 *
 * @param areChanged True where they are proven to be others.
 */
export function withUnprovenSources(
  { creation, runtime, reasons }: ExpectedMatch,
  areChanged: boolean,
): ExpectedMatch {
  const reason = areChanged ? CHANGED : UNDECIDED;
  return { creation: weakened(creation), runtime: weakened(runtime), reasons: [...reasons, reason] };
}

function weakened(side: ExpectedSideMatch): ExpectedSideMatch {
  return side === "none" ? "none" : "unknown";
}
