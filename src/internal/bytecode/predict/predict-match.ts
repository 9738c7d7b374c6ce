import type { ExpectedMatch, ExpectedSideMatch } from "../../domain/expected-match.ts";
import { appendsMetadata } from "../appends-metadata.ts";
import type { Comparison } from "../compare.ts";
import type { ConstructorArguments } from "../constructor-arguments.ts";
import { differsInLineEndingsOnly } from "./line-endings.ts";

/** What the compiler was given, and what it wrote of it. */
export interface CompiledFrom {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly sources: Readonly<Record<string, { readonly content: string }>>;
  /** The contract's metadata as the compiler wrote it, where the build file has it. */
  readonly metadata?: string | undefined;
}

/**
 * Foretells what a verification service will find, by its own rules (see reference: exact needs a metadata hash).
 *
 * @param from Without it, differing metadata is taken for a match, though a service makes an exact one of it where
 *   only line endings differ; and a constant that looks like metadata, for metadata.
 */
export function predictMatch(
  runtime: Comparison,
  creation: Comparison | undefined,
  constructorArguments: ConstructorArguments | null,
  from?: CompiledFrom,
): ExpectedMatch {
  const argumentsFit = doFit(constructorArguments);
  const restored = from === undefined ? "no" : restoredExactly([runtime, creation], from);
  const hasMetadata = from === undefined || appendsMetadata(from.settings);
  const side = (comparison: Comparison) =>
    hasMetadata ? predictRestored(comparison, restored) : predictWithoutMetadata(comparison);
  const differs = runtime.sameCode && !runtime.sameMetadata;
  return {
    runtime: side(runtime),
    creation: creation === undefined ? "unknown" : argumentsFit ? side(creation) : "none",
    reasons: [
      ...(runtime.sameCode ? [] : ["the runtime code differs from the build's"]),
      ...(creation === undefined ? ["the creation code is not known"] : []),
      ...(creation?.sameCode === false ? ["the creation code differs from the build's"] : []),
      ...(argumentsFit
        ? []
        : ["the constructor arguments are not a canonical encoding of the constructor's types"]),
      ...(runtime.hasMetadataHash && hasMetadata
        ? []
        : ["the code has no metadata hash, so no match can be exact"]),
      ...(creation?.sameCode === true && !creation.hasMetadataHash && runtime.hasMetadataHash && hasMetadata
        ? ["the creation code has no metadata hash, so its match can't be exact"]
        : []),
      ...(differs && hasMetadata ? [METADATA_DIFFERS[restored]] : []),
      ...(differs && !hasMetadata ? ["what looks like metadata is a constant of the code, and differs"] : []),
    ],
  };
}

/** What one side gets by its evidence alone. */
export function predictSide(comparison: Comparison): ExpectedSideMatch {
  if (!comparison.sameCode) return "none";
  return comparison.sameMetadata && comparison.hasMetadataHash ? "exact_match" : "match";
}

/** Where there are none at all the service asks for none, whatever the constructor takes: old compilers don't mind. */
function doFit(constructorArguments: ConstructorArguments | null): boolean {
  if (constructorArguments === null || constructorArguments.encoded === "0x") return true;
  return constructorArguments.decoded !== null;
}

/** Whether the service finds the very sources that were deployed, by trying other line endings. */
type Restored = "yes" | "no" | "unknown";

const METADATA_DIFFERS: Readonly<Record<Restored, string>> = {
  yes: "the metadata differs in the line endings of the sources only, which the service finds out by itself",
  no: "the metadata differs: sources or settings are not quite those that were deployed",
  unknown:
    "the metadata differs: a match at least, and an exact one where only the line endings of the sources differ",
};

function restoredExactly(sides: readonly (Comparison | undefined)[], from: CompiledFrom): Restored {
  const [runtime] = sides;
  const isWanted = sides.some(
    (side) => side?.sameCode === true && !side.sameMetadata && side.hasMetadataHash,
  );
  // The service goes by what the runtime code ends with, and only where that is an IPFS hash.
  if (!isWanted || runtime?.onchainIpfs === undefined) return "no";
  if (from.metadata === undefined) return "unknown";
  return differsInLineEndingsOnly(from.metadata, from.sources, runtime.onchainIpfs) ? "yes" : "no";
}

function predictRestored(comparison: Comparison, restored: Restored): ExpectedSideMatch {
  const match = predictSide(comparison);
  if (match !== "match" || !comparison.hasMetadataHash) return match;
  switch (restored) {
    case "yes":
      return "exact_match";
    case "no":
      return "match";
    case "unknown":
      return "unknown";
  }
}

/** Nothing is metadata here: what was left out of the comparison because it looks so is code. */
function predictWithoutMetadata({ sameMetadata }: Comparison): ExpectedSideMatch {
  return sameMetadata ? "match" : "none";
}
