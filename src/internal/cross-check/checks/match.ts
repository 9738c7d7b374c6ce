import { findAuxdata, findTrailingAuxdata } from "../../bytecode/cbor-auxdata.ts";
import { type Comparison, compareCode, isSameCode, replaceObject } from "../../bytecode/compare.ts";
import { inferTemplate } from "../../bytecode/inferred-template.ts";
import { predictSide } from "../../bytecode/predict/predict-match.ts";
import { type CodeTemplate, encodeCode, type Side, toBytes } from "../../domain/code-template.ts";
import { betterMatch, type ExpectedSideMatch, isGoodEnough, rank } from "../../domain/match.ts";
import type { Match } from "../../domain/record.ts";
import { parseTimeSpan } from "../../text/moment.ts";
import {
  type CheckRule,
  type Finding,
  failed,
  NO_TIME,
  need,
  needFromRecord,
  notReturned,
  passed,
  skipped,
  unknown,
} from "../check.ts";
import { mustFitBuild } from "../compare/comparable.ts";
import { compareText, describeCode, describeSides } from "../compare/compare-values.ts";
import { findWrittenCode, getLocalCompilation, isExactlyOnChain } from "../compare/compiled-here.ts";
import type { Evidence } from "../evidence.ts";
import { isVyper, replaySide } from "./replay.ts";

/** The match that `--min-match exact_match` requires of a build, regardless of the record. */
export const EXACT_BUILD = "runtime exact_match of this build";

export const matchGoodEnough: CheckRule = {
  id: "match-good-enough",
  subject: "match is as good as required",
  witnesses: ["record", "build"],
  proves:
    "The record's runtime match is at least as good as `--min-match` requires. With `--require-creation`, so is the creation match. `--min-match exact_match` also requires your own build to match exactly. If the constructor writes the runtime code itself, only the creation match is considered.",
  run: (evidence) => {
    const { record, requirement, outdatedBuild, build = outdatedBuild } = evidence;
    if (findWrittenCode(evidence) !== undefined) return compareCreation(evidence);
    if (record.runtimeMatch === undefined) return notReturned("the runtime match");
    const actual = describeSides(record);
    const sides = requirement.requireCreation ? "creation and runtime" : "runtime";
    const runtime = build?.expected.runtime;
    if (requirement.minMatch === "exact_match" && (runtime === "match" || runtime === "none")) {
      return failed(EXACT_BUILD, `this build: ${runtime}; stored: ${actual}`);
    }
    // An exact record contains the deployed sources, so a build with different sources doesn't match exactly.
    const hasOtherSources =
      build?.compiled !== undefined &&
      record.runtimeMatch === "exact_match" &&
      (outdatedBuild !== undefined || !mustFitBuild(evidence));
    if (requirement.minMatch === "exact_match" && hasOtherSources) {
      return failed(EXACT_BUILD, `stored: ${actual}, from different sources`);
    }
    return isGoodEnough(record, requirement)
      ? passed(actual)
      : failed(`${sides} ${requirement.minMatch}`, actual);
  },
};

function compareCreation({ record, requirement }: Evidence): Finding {
  const { creationMatch } = record;
  if (creationMatch === undefined) return notReturned("the creation match");
  const actual = describeSides(record);
  return isGoodEnough({ creationMatch, runtimeMatch: creationMatch }, requirement)
    ? passed(actual)
    : failed(`creation ${requirement.minMatch}`, actual);
}

const WITHOUT_BUILD = "without a build, the difference inside the code may be metadata or a constant";

export const matchClaim: CheckRule = {
  id: "match-claim",
  claim: "record",
  subject: "claimed match is justified",
  witnesses: ["record", "chain", "build"],
  proves:
    "The record's overall match is the better of its runtime and creation matches. Neither match is better than what a comparison of the recompiled code with the code on chain proves. If the record omits the recompiled code, the code from the build or from a compiler on this machine takes its place, provided that it includes the metadata on chain. An exact match requires identical metadata sections with a metadata hash.",
  run: (evidence) => {
    const { record, facts, requirement } = evidence;
    const initCode = facts.creation?.initCode?.bytecode;
    const stated = record.match ?? "none";
    const better = betterMatch(record.runtimeMatch, record.creationMatch) ?? "none";
    // If the overall match is better than the returned side's match, the record claims the overall match for the
    // omitted side.
    const implied = rank(stated) > rank(better) ? record.match : undefined;
    const sides = [
      evaluateSide("runtime", evidence, facts.runtimeBytecode, implied),
      evaluateSide("creation", evidence, initCode, implied),
    ];
    // The service may have omitted the side with the better match.
    const isKnown = record.runtimeMatch !== undefined && record.creationMatch !== undefined;
    if (isKnown ? stated !== better : rank(stated) < rank(better))
      return failed(`match ${better}`, `match ${stated}`);
    const patched = sides.find(
      ({ side, claimed }) =>
        claimed === "exact_match" &&
        record[`${side}Bytecode`]?.transformations?.some(({ reason }) => reason === "cborAuxdata"),
    );
    if (patched !== undefined)
      return failed(
        `${patched.side} match`,
        `${patched.side} exact_match`,
        "the record itself states that the metadata on chain differs from the compiled metadata",
      );
    const tooMuch = sides.find(
      ({ claimed, found }) => found !== undefined && found !== "unknown" && rank(claimed) > rank(found),
    );
    if (tooMuch !== undefined)
      return failed(`${tooMuch.side} ${tooMuch.found}`, `${tooMuch.side} ${tooMuch.claimed}`);
    const undecided = sides.find(({ found }) => found === "unknown");
    if (undecided !== undefined)
      return unknown(`${undecided.side}: ${undecided.reason ?? "no evidence proves the match"}`);
    if (record.runtimeMatch === undefined) return notReturned("the runtime match");
    if (requirement.requireCreation && record.creationMatch !== null && initCode === undefined)
      return unknown(
        "the chain does not show the creation code, so only the record claims the creation match",
      );
    return passed(sides.map(formatSide).join(", "));
  },
};

interface Claim {
  readonly side: Side;
  readonly claimed: Match | "none";
  /** The match that the evidence proves. Undefined if the code on chain is unknown. */
  readonly found: ExpectedSideMatch | undefined;
  /** The reason why `found` is unknown. */
  readonly reason?: string | undefined;
}

/** Describes the match claimed for a side, and adds a note if only the record supports the claim. */
function formatSide({ side, claimed, found }: Claim): string {
  const isAlone = found === undefined && claimed !== "none";
  return `${side} ${claimed}${isAlone ? " according to the record alone" : ""}`;
}

/** @param implied The match that the overall match implies for an omitted side, or undefined. */
function evaluateSide(
  side: Side,
  evidence: Evidence,
  onchain: string | undefined,
  implied: Match | null | undefined,
): Claim {
  const stated = evidence.record[`${side}Match`];
  const claim = stated === undefined ? implied : stated;
  const proven =
    claim == null || onchain === undefined
      ? { found: undefined }
      : findProvenMatch(side, evidence, onchain, claim);
  return { side, claimed: claim ?? "none", ...proven };
}

function findProvenMatch(
  side: Side,
  evidence: Evidence,
  onchain: string,
  claimed: Match,
): Pick<Claim, "found" | "reason"> {
  const { record, build } = evidence;
  const recompiled = record[`${side}Bytecode`]?.recompiledBytecode;
  if (recompiled == null) {
    if (claimed === "exact_match" && !containsMetadataHash(onchain)) return { found: "match" };
    const here = compareHere(side, evidence, onchain);
    return here === undefined
      ? { found: "unknown", reason: notReturned(`the recompiled ${side} code`).reason }
      : { found: predictSide(here) };
  }
  if (isVyper(evidence)) return interpretReplay(replaySide(side, evidence));
  // The build (or the code itself, if there is no build) determines where linkers and constructors fill in values. The
  // record's own references aren't used, because they could hide code.
  const own = build?.compiled?.[side];
  // A build that was changed after the deployment doesn't show where values are filled in.
  const built = own !== undefined && isSameCode(side, recompiled, own) ? own : undefined;
  const template =
    built === undefined ? inferFrom(side, recompiled, evidence) : replaceObject(built, recompiled);
  const comparison = compareCode(side, onchain, template);
  if (comparison === undefined) return { found: "none" };
  const found = predictSide(comparison);
  if (found !== "none" || built !== undefined) return { found };
  const auxdata = findAuxdata(toBytes(recompiled));
  return isSameCode(side, onchain, { ...template, auxdata })
    ? { found: "unknown", reason: WITHOUT_BUILD }
    : { found };
}

/** In creation code, strings of the constructor can follow the runtime code, and therefore its auxdata. */
function inferFrom(side: Side, recompiled: string, { facts }: Evidence): CodeTemplate {
  const runtime = toBytes(facts.runtimeBytecode);
  const own = findTrailingAuxdata(runtime);
  const knownAuxdata = new Set(own && [encodeCode(runtime, own.start).slice(2)]);
  return { ...inferTemplate(side, recompiled), knownAuxdata };
}

/**
 * Compares a side with the code from a build or from a compiler on this machine. Both sides come from one compilation,
 * so if one side includes the metadata on chain, the other shows how good a match can be.
 */
function compareHere(side: Side, evidence: Evidence, onchain: string): Comparison | undefined {
  // Vyper's runtime code ends with immutables that its constructor appends, so the lengths differ.
  if (isVyper(evidence)) return undefined;
  const compiled = [evidence.build?.compiled, getLocalCompilation(evidence)];
  const exact = compiled.find((each) => each !== undefined && isExactlyOnChain(evidence, each));
  return exact === undefined ? undefined : compareCode(side, onchain, exact[side]);
}

/**
 * Interprets a replay of Vyper code as a match. No template covers Vyper's immutables and metadata, and the metadata
 * has no hash that could make a match exact.
 */
function interpretReplay({ status, reason }: Finding): Pick<Claim, "found" | "reason"> {
  if (status === "passed") return { found: "match" };
  return status === "failed" ? { found: "none" } : { found: "unknown", reason };
}

/** True if the code contains a metadata hash. If there is no hash, no match can be exact, whatever the sources are. */
function containsMetadataHash(code: string): boolean {
  return findAuxdata(toBytes(code)).some(({ hasHash }) => hasHash);
}

export const recordAddress: CheckRule = {
  id: "record-address",
  claim: "record",
  subject: "record has this address",
  witnesses: ["record", "request"],
  proves: "The record's address is the requested address, ignoring letter case.",
  run: ({ record, facts }) =>
    compareText(
      facts.address.toLowerCase(),
      needFromRecord(record.address, "the record's address").toLowerCase(),
    ),
};

export const recordChain: CheckRule = {
  id: "record-chain",
  claim: "record",
  subject: "record has this chain",
  witnesses: ["record", "chain"],
  proves: "The record's chain ID equals the node's chain ID.",
  run: ({ record, facts }) =>
    compareText(String(facts.chainId), needFromRecord(record.chainId, "the record's chain id")),
};

/** Allows for clock differences. A development chain's clock runs ahead if the chain produces blocks quickly. */
const MAX_SKEW_MS = 10 * 60_000;
const RESET_REASON =
  "after the verification, the network was reset or the contract was created again at the same address";

export const staleRecord: CheckRule = {
  id: "stale-record",
  claim: "record",
  subject: "verified after creation",
  witnesses: ["record", "chain"],
  proves:
    "The record was verified after the contract was created, with a tolerance of 10 minutes, and its code is still on chain. Otherwise, the network was reset, or the contract was recreated.",
  run: ({ record, facts, now }) => {
    const stored = record.runtimeBytecode?.onchainBytecode;
    if (stored != null && stored.toLowerCase() !== facts.runtimeBytecode.toLowerCase())
      return failed(describeCode(facts.runtimeBytecode), describeCode(stored), RESET_REASON);
    const verifiedAt = need(record.verifiedAt, skipped("the service doesn't return the verification time"));
    const created = need(facts.creation?.timestampS, NO_TIME) * 1000;
    if (created > now.getTime() + MAX_SKEW_MS) return skipped("the chain's time is ahead of the local clock");
    const verified = need(parseTimeSpan(verifiedAt), unknown(`the record's time is invalid: ${verifiedAt}`));
    const earliest = created - MAX_SKEW_MS;
    if (verified.toMs < earliest)
      return failed(`${new Date(created).toISOString()} or later`, verifiedAt, RESET_REASON);
    return verified.fromMs >= earliest
      ? passed(verifiedAt)
      : unknown(`the record's time has no time zone: ${verifiedAt}`);
  },
};
