import { toBytes } from "../../domain/code-template.ts";
import type { ExpectedMatch, ExpectedSideMatch } from "../../domain/match.ts";
import type { ConstructorArguments } from "../../report/model.ts";
import type { Json } from "../../text/is-object.ts";
import { appendsAuxdata, findTrailingAuxdata } from "../cbor-auxdata.ts";
import type { Comparison } from "../compare.ts";
import { differsInLineEndingsOnly } from "./line-endings.ts";

interface CompiledFrom {
  readonly settings: Json;
  readonly sources: Readonly<Record<string, { readonly content: string }>>;
  /** Exactly as the compiler wrote it. Undefined if the build file doesn't contain it. */
  readonly metadata?: string | undefined;
}

/**
 * Predicts the match that a verification service will find. The service finds exact matches only for code with a
 * metadata hash.
 */
export function predictMatch(
  runtime: Comparison,
  creation: Comparison | undefined,
  constructorArguments: ConstructorArguments | null,
  from: CompiledFrom,
): ExpectedMatch {
  const { encoded = "0x", decoded = null } = constructorArguments ?? {};
  // If no bytes follow the code, the service expects no arguments, even if the constructor takes some.
  const argumentsFit = encoded === "0x" || decoded !== null;
  const restored = predictRestoration([runtime, creation], from);
  const hasMetadata = appendsAuxdata(from.settings);
  // If the settings prevent auxdata from being appended, the bytes that the comparison masked as auxdata are code.
  const side = (comparison: Comparison) =>
    hasMetadata ? predictRestored(comparison, restored) : comparison.sameMetadata ? "match" : "none";
  const differs = runtime.sameCode && !runtime.sameMetadata;
  const hasHash = runtime.hasMetadataHash && hasMetadata;
  return {
    runtime: side(runtime),
    creation: creation === undefined ? "unknown" : argumentsFit ? side(creation) : "none",
    reasons: selectReasons([
      [!runtime.sameCode, "the runtime code differs from the build's"],
      [creation === undefined, "the creation code is unknown"],
      [creation?.sameCode === false, "the creation code differs from the build's"],
      [!argumentsFit, "the constructor arguments are not canonically encoded for the constructor's types"],
      [!hasHash, "the code has no metadata hash, so no match can be exact"],
      [
        creation?.sameCode === true && !creation.hasMetadataHash && hasHash,
        "the creation code has no metadata hash, so its match can't be exact",
      ],
      [differs && hasMetadata, METADATA_DIFFERS[restored]],
      [differs && !hasMetadata, "a constant that looks like CBOR auxdata differs"],
    ]),
  };
}

function selectReasons(reasons: readonly (readonly [applies: boolean, reason: string])[]): readonly string[] {
  return reasons.flatMap(([applies, reason]) => (applies ? [reason] : []));
}

/** Predicts one side's match from its comparison alone. */
export function predictSide(comparison: Comparison): ExpectedSideMatch {
  if (!comparison.sameCode) return "none";
  return comparison.sameMetadata && comparison.hasMetadataHash ? "exact_match" : "match";
}

/** `yes` if the service restores the deployed sources by trying different line endings. */
type Restored = "yes" | "no" | "unknown";

const METADATA_DIFFERS: Readonly<Record<Restored, string>> = {
  yes: "the metadata differs only in the sources' line endings, which the service restores",
  no: "the metadata differs: the sources or settings are not exactly the deployed ones",
  unknown: "the metadata differs: expect a match, or an exact match if only the sources' line endings differ",
};

function predictRestoration(sides: readonly (Comparison | undefined)[], from: CompiledFrom): Restored {
  const [runtime] = sides;
  const isWanted = sides.some(
    (side) => side?.sameCode === true && !side.sameMetadata && side.hasMetadataHash,
  );
  // The service compares only the IPFS hash at the end of the runtime code.
  if (!isWanted || runtime?.onchainIpfs === undefined) return "no";
  if (from.metadata === undefined) return "unknown";
  return differsInLineEndingsOnly(from.metadata, from.sources, runtime.onchainIpfs) ? "yes" : "no";
}

function predictRestored(comparison: Comparison, restored: Restored): ExpectedSideMatch {
  const match = predictSide(comparison);
  if (match !== "match" || !comparison.hasMetadataHash) return match;
  return restored === "yes" ? "exact_match" : restored === "no" ? "match" : "unknown";
}

/**
 * Predicts the match for a compiler input without output. Both sides are unknown; the reasons list contradictions with
 * the code on chain.
 *
 * @param runtimeBytecode The bytecode on chain, 0x-prefixed hex.
 * @param compilerVersion The long version.
 */
export function predictWithoutCode(runtimeBytecode: string, compilerVersion: string): ExpectedMatch {
  const auxdata = findTrailingAuxdata(toBytes(runtimeBytecode));
  const onchain = auxdata?.solcVersion;
  return {
    creation: "unknown",
    runtime: "unknown",
    reasons: selectReasons([
      [true, "a standard JSON input has no compiled code to compare with the chain"],
      [
        onchain !== undefined && onchain !== compilerVersion.replace(/\+.*$/, ""),
        `the code on chain was compiled with solc ${onchain}, not with ${compilerVersion}`,
      ],
      [auxdata?.hasHash !== true, "the code on chain has no metadata hash, so no match can be exact"],
    ]),
  };
}

const CHANGED =
  "the build file's code was compiled from different sources, so the code for the sources in the file is unknown";
const UNDECIDED =
  "the build file has no metadata, and no compiler is available to check whether its sources changed after compilation";

/**
 * Weakens a prediction whose sources aren't proven to be the compiled sources.
 *
 * @param areChanged True if the sources are proven to differ.
 */
export function weakenPrediction(
  { creation, runtime, reasons }: ExpectedMatch,
  areChanged: boolean,
): ExpectedMatch {
  const reason = areChanged ? CHANGED : UNDECIDED;
  return { creation: weakenSide(creation), runtime: weakenSide(runtime), reasons: [...reasons, reason] };
}

function weakenSide(side: ExpectedSideMatch): ExpectedSideMatch {
  return side === "none" ? "none" : "unknown";
}
