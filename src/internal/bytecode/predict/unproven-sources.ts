import type { ExpectedMatch, ExpectedSideMatch } from "../../domain/expected-match.ts";

const CHANGED =
  "the sources in the build file are not those that its code was compiled from, so what they compile to is not known";
const UNTOLD =
  "the build file has no metadata, and no compiler here can tell whether its sources were changed after compiling";

/**
 * Promises no exact match of sources that are not known to be those that the code was compiled from.
 *
 * @param areChanged Whether they are known to be others; else nothing shows it either way.
 */
export function withUnprovenSources(
  { creation, runtime, reasons }: ExpectedMatch,
  areChanged: boolean,
): ExpectedMatch {
  const reason = areChanged ? CHANGED : UNTOLD;
  return { creation: lessSure(creation), runtime: lessSure(runtime), reasons: [...reasons, reason] };
}

function lessSure(side: ExpectedSideMatch): ExpectedSideMatch {
  return side === "none" ? "none" : "unknown";
}
