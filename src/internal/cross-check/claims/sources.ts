import { isSameJson } from "../../text/canonical-json.ts";
import {
  type ClaimRule,
  explainNotCompiled,
  type Findings,
  type Judgement,
  openForIncompleteRecord,
  proven,
  vouched,
} from "../claim.ts";
import { containsBuildInput, containsGivenInput, findOtherThanStored } from "../compare/comparable.ts";
import { listNames } from "../compare/compare-values.ts";
import { isExactlyOnChain } from "../compare/compiled-here.ts";
import type { Evidence } from "../evidence.ts";

export const sources: ClaimRule = {
  id: "sources",
  proof:
    "Proven if the code on chain contains the hash of the record's metadata, and the record's sources compile to this code in the build or on this machine. Also proven if a compiler on this machine produces both the record's metadata and the exact code on chain, including the metadata section. Otherwise, the record vouches together with the build if both have the same sources, or with a compiler on this machine that produces the code from them. Open if the record has no Solidity metadata and shows other settings than its standard JSON input, which was compiled.",
  judge: (evidence, checks) => {
    // The hash on chain belongs to the record's metadata, which lists the hash of each source.
    const isHashOnChain = checks.passed("metadata-hash", "record-sources");
    if (isHashOnChain && isCompiledHere(evidence, checks))
      return proven(["chain", "record", hasBuild(evidence, checks) ? "build" : "compiler"]);
    if (isReproducedHere(evidence, checks)) return proven(["chain", "record", "compiler"]);
    const stated =
      openWithoutSources(evidence, checks) ??
      openForOtherSettings(evidence) ??
      vouchForSources(evidence, checks);
    if (stated !== undefined) return stated;
    const isCompared = evidence.recompiled === undefined && hasBuildCode(evidence, checks);
    const lacks = isCompared ? checks.reason("recompiled-code") : undefined;
    return lacks === undefined
      ? explainNotCompiled(evidence, checks)
      : openForIncompleteRecord(evidence, lacks, "recompile");
  },
};

/** Leaves the claim open if the record omits sources, because no witness can vouch for them. */
function openWithoutSources(evidence: Evidence, checks: Findings): Judgement | undefined {
  const { sources: shown, metadata } = evidence.record;
  if (shown == null || Object.keys(shown).length === 0)
    return openForIncompleteRecord(evidence, "the service doesn't return the sources", "none");
  const listed = Object.keys(metadata?.sources ?? {});
  return listed.some((path) => !Object.hasOwn(shown, path))
    ? openForIncompleteRecord(
        evidence,
        checks.reason("record-sources") ?? "the service doesn't return every source",
        "none",
      )
    : undefined;
}

/** Leaves the claim open if the stored input was compiled here, but the record shows other settings than the input's. */
function openForOtherSettings(evidence: Evidence): Judgement | undefined {
  const { recompiled, record } = evidence;
  if (recompiled?.kind !== "compiled" || recompiled.isStoredInput !== true) return undefined;
  const other = findOtherThanStored(record);
  if (other.length === 0) return undefined;
  const reason = `the service shows another value of ${listNames(other)} than in the stored input, which was compiled`;
  return openForIncompleteRecord(evidence, reason, "none");
}

/**
 * True if compiling these sources on this machine produces the code. If it doesn't, the hash could be a constant that
 * an author put into different code.
 */
function isCompiledHere(evidence: Evidence, checks: Findings): boolean {
  return (
    hasBuild(evidence, checks) ||
    checks.passed("recompiled-here") ||
    checks.passed("given-input-here", "given-input", "build-sources")
  );
}

/** True if the build has both the code on chain and the record's sources. */
function hasBuild(evidence: Evidence, checks: Findings): boolean {
  return hasBuildCode(evidence, checks) && checks.passed("build-sources");
}

/**
 * True if a compiler on this machine produces the record's metadata and the exact code on chain. Also works if the code
 * has no hash, or a hash that this package can't compute.
 */
function isReproducedHere(evidence: Evidence, checks: Findings): boolean {
  const { recompiled, givenCompiled, record } = evidence;
  if (!checks.passed("record-sources")) return false;
  const isRecordsMetadata = checks.passed("recompiled-here", "recompiled-metadata");
  if (isRecordsMetadata && recompiled?.kind === "compiled" && isExactlyOnChain(evidence, recompiled))
    return true;
  return (
    givenCompiled?.kind === "compiled" &&
    isExactlyOnChain(evidence, givenCompiled) &&
    givenCompiled.described !== undefined &&
    isSameJson(givenCompiled.described.metadata, record.metadata) &&
    checks.passed("given-input-here", "given-input")
  );
}

function vouchForSources(evidence: Evidence, checks: Findings): Judgement | undefined {
  const witness = findSourcesWitness(evidence, checks);
  if (witness === undefined) return undefined;
  const why = checks.passed("metadata-hash")
    ? "the metadata hash on chain is not the build's"
    : (checks.reason("metadata-hash") ?? "no metadata hash on chain covers them");
  return vouched(["record", witness], why);
}

/**
 * Finds a witness other than the service for the record's sources. The service could send any sources with the build's
 * compiled code, so the build vouches only for its own sources. A hash on chain is no witness, because an author can put
 * the hash of any metadata into the code.
 */
function findSourcesWitness(evidence: Evidence, checks: Findings): "compiler" | "build" | undefined {
  if (checks.passed("recompiled-here") || hasGivenSources(evidence, checks)) return "compiler";
  return hasBuildCode(evidence, checks) && hasBuildSources(evidence, checks) ? "build" : undefined;
}

/** True if the given input compiles to the code on chain, and the record has the same sources. */
export function hasGivenSources({ build, record }: Evidence, checks: Findings): boolean {
  const fitHashes = record.metadata == null || checks.passed("record-sources");
  return (
    build !== undefined && fitHashes && checks.passed("given-input-here") && containsGivenInput(record, build)
  );
}

export function hasBuildSources(evidence: Evidence, checks: Findings): boolean {
  const { build } = evidence;
  return build !== undefined && checks.passed("record-sources") && containsBuildInput(evidence, build);
}

/**
 * True if the build contains the code on chain. If the constructor writes the runtime code, it is enough that the build
 * contains the creation code.
 */
function hasBuildCode({ build }: Evidence, checks: Findings): boolean {
  return checks.passed("runtime-code-build") || build?.isWritten === true;
}
