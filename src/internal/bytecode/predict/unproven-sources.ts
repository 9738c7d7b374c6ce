import type { ExpectedMatch, ExpectedSideMatch } from "../../domain/expected-match.ts";

const REASON =
  "the sources in the build file are not those that its metadata lists, so what they compile to is not known";

/** Promises no exact match of sources that are not those that the code's metadata was made of. */
export function withUnprovenSources({ creation, runtime, reasons }: ExpectedMatch): ExpectedMatch {
  return { creation: lessSure(creation), runtime: lessSure(runtime), reasons: [...reasons, REASON] };
}

function lessSure(side: ExpectedSideMatch): ExpectedSideMatch {
  return side === "none" ? "none" : "unknown";
}
