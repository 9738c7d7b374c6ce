import type { Comparison } from "../bytecode/compare.ts";
import type { ConstructorArguments } from "../bytecode/constructor-arguments.ts";

/** What a side is expected to get. */
export type ForetoldMatch = "match" | "exact_match" | "none" | "unknown";

/** The match that a build promises, before anything is sent. */
export interface ExpectedMatch {
  readonly creation: ForetoldMatch;
  readonly runtime: ForetoldMatch;
  /** Why a side is expected to get less than an exact match, or why it can't be told. */
  readonly reasons: readonly string[];
}

/** Foretells what a verification service will find, by its own rules (see reference: exact needs a metadata hash). */
export function foretellMatch(
  runtime: Comparison,
  creation: Comparison | undefined,
  constructorArguments: ConstructorArguments | null,
): ExpectedMatch {
  const argumentsFit = constructorArguments === null || constructorArguments.decoded !== null;
  return {
    runtime: foretellSide(runtime),
    creation: creation === undefined ? "unknown" : argumentsFit ? foretellSide(creation) : "none",
    reasons: [
      ...(creation === undefined ? ["the creation code is not known"] : []),
      ...(creation?.sameCode === false ? ["the creation code differs from the build's"] : []),
      ...(argumentsFit
        ? []
        : ["the constructor arguments are not a canonical encoding of the constructor's types"]),
      ...(runtime.hasMetadataHash ? [] : ["the code has no metadata hash, so no match can be exact"]),
      ...(runtime.sameCode && !runtime.sameMetadata
        ? ["the metadata differs: sources or settings are not quite those that were deployed"]
        : []),
    ],
  };
}

/** What one side gets by its evidence alone. */
export function foretellSide(comparison: Comparison): ForetoldMatch {
  if (!comparison.sameCode) return "none";
  return comparison.sameMetadata && comparison.hasMetadataHash ? "exact_match" : "match";
}
