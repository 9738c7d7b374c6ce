import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import { recompiledHere } from "../../cross-check/checks/compiler.ts";
import { recordedContract } from "../../cross-check/checks/deployment.ts";
import { getClaimChecks } from "../../cross-check/checks/index.ts";
import { EXACT_BUILD, matchGoodEnough, staleRecord } from "../../cross-check/checks/match.ts";
import { compareWritten, findWrittenCode } from "../../cross-check/compare/compiled-here.ts";
import { isShortVersion } from "../../domain/compiler-version.ts";
import { isDevelopmentChain } from "../../domain/development-chain.ts";
import { isGoodEnough, promisesEnough } from "../../domain/match.ts";
import { flagsNotOf } from "../../domain/options.ts";
import { advice, again, type NextStep, otherCommand } from "../../errors/next-step.ts";
import type { Facts } from "../../errors/problem.ts";
import { isClaimId } from "../../report/claim-ids.ts";
import type { Check, Claim, Outcome } from "../../report/model.ts";
import { deriveVerdict, getOpenClaims, getVouchedClaims } from "../../report/verdict.ts";
import { KEPT } from "../../submission/next-step.ts";
import { joinWords } from "../../text/amounts.ts";
import { type End, Ended, hasSent, type Run } from "../run.ts";
import type { Judged } from "./cross-check.ts";
import { describeNotAsDeployed } from "./explain-mismatch.ts";
import type { FoundBuild } from "./find-build.ts";

type Why = Omit<End, "found">;

/** @throws Ended if the contract is not good enough. */
export function conclude(run: Run, isOwnMatch: boolean, judged: Judged): Ended {
  const { checks, claims = [] } = run.findings;
  const { requirement } = run.request;
  const required = listRequiredClaims(run);
  const verdict = deriveVerdict(claims, required);
  const ended = (outcome: Outcome, why?: Why) => new Ended(outcome, { ...why, found: { verdict } });
  if (verdict === "refuted") throw ended("check-failed", describeContradiction(run));
  const tooLittle = checks.find(({ id, status }) => id === matchGoodEnough.id && status === "failed");
  if (tooLittle !== undefined || (verdict === "match" && requirement.minMatch === "exact_match"))
    throw ended("mismatch", describeTooWeak(run, tooLittle));
  const demanded = checks.filter((check) => isDemanded(run, check));
  if (demanded.some(({ status }) => status === "failed"))
    throw ended("check-failed", describeContradiction(run));
  // A proxy's name is judged later, together with its implementation. Any other unconfirmed name determines the outcome
  // now.
  const later = run.findings.named === undefined ? undefined : recordedContract.id;
  const unmade = demanded.filter(({ id, status }) => status === "unknown" && id !== later);
  // The compiler is missing, so running the command again later wouldn't help.
  if (unmade.some(({ id }) => id === recompiledHere.id))
    throw ended("not-proven", describeUnproven(run, unmade, judged));
  if (unmade.length > 0) throw ended("unavailable", describeIncomplete(run, judged));
  switch (verdict) {
    case "cannot-tell":
      throw ended("unavailable", describeIncomplete(run, judged));
    case "not-proven":
      throw ended("not-proven", describeUnproven(run, getOpenClaims(claims, required), judged));
    case "verified":
    case "match":
      return ended(isOwnMatch ? "verified" : "already-verified");
  }
}

function isDemanded({ request: { required, recompile = false } }: Run, { id }: Check): boolean {
  return (required.includes(id) && !isClaimId(id)) || (recompile && id === recompiledHere.id);
}

function listRequiredClaims({ request: { required, requirement } }: Run): readonly string[] {
  return requirement.requireCreation ? [...required, "creation-code"] : required;
}

/** Succeeds if the submission is expected to produce a sufficient match. */
export function concludeDryRun(run: Run, facts: DeploymentFacts, build: FoundBuild): Ended {
  const { expectedMatch } = run.findings;
  const written = findWrittenCode({ facts, build, recompiled: undefined });
  const executed = written && compareWritten(written, { facts });
  const { requirement, buildSource } = run.request;
  const { minMatch, requireCreation } = requirement;
  // For a compiled contract, the expected runtime match is unknown only if the metadata differs, which makes an exact
  // match unlikely.
  const isOpen =
    minMatch === "exact_match" && buildSource.kind === "build-files" && expectedMatch?.runtime === "unknown";
  const { creation = "none", runtime = "none" } = expectedMatch ?? {};
  const sides = { creation, runtime: executed?.status === "passed" ? creation : runtime };
  const { changed } = build;
  const wouldSend = run.findings.submitted.length > 0;
  if ((changed === "constructor" && wouldSend) || (changed !== undefined && minMatch === "exact_match"))
    throw new Ended("mismatch", describeNotAsDeployed(run, changed));
  if (!isOpen && promisesEnough(sides, requirement)) return new Ended("dry-run");
  throw new Ended("mismatch", {
    code: "VC409",
    facts: [
      ["Required", `${minMatch}${requireCreation ? ", for the creation code too" : ""}`],
      ["Expected", `creation ${creation}, runtime ${runtime}`],
      ["Because", expectedMatch?.reasons.join("; ")],
      ["Runtime code", executed?.status === "unknown" ? executed.reason : undefined],
    ],
    next: BETTER_BUILD,
  });
}

function describeIncomplete(run: Run, { lackingCompiler }: Judged): Why {
  const { claims = [], checks } = run.findings;
  const { required } = run.request;
  return {
    code: "VC413",
    facts: [
      ...groupByReason(getOpenClaims(claims, listRequiredClaims(run))),
      ...checks
        .filter(({ id, status }) => status === "unknown" && required.includes(id))
        .map(({ id, reason }) => [id, reason] as const),
    ],
    next: lackingCompiler === undefined ? again : suggestCompiler(run, lackingCompiler),
  };
}

function describeUnproven(run: Run, open: readonly (Claim | Check)[], judged: Judged): Why {
  return { code: "VC416", facts: groupByReason(open), next: suggestClosing(run, open, judged) };
}

function groupByReason(open: readonly (Claim | Check)[]): Facts {
  const byReason = Map.groupBy(open, ({ reason }) => reason);
  return [...byReason].map(([reason, all]) => [joinWords(all.map(({ id }) => id)), reason]);
}

function suggestClosing(
  run: Run,
  open: readonly (Claim | Check)[],
  { claims, lackingCompiler }: Judged,
): NextStep | undefined {
  const [first] = open;
  if (first?.id === recompiledHere.id) return suggestCompiler(run, lackingCompiler);
  switch (claims.find(({ id }) => id === first?.id)?.closing) {
    case "wait":
      return again;
    case "recompile":
      return suggestRecompile(run);
    case "compiler":
      return suggestCompiler(run, lackingCompiler);
    case "build":
      return lackingCompiler === undefined ? suggestBuild(run) : suggestCompiler(run, lackingCompiler);
    case "library-build":
      return advice("use --build-info to name a build that contains the library");
    case "creation-tx":
      return advice("specify the creation transaction with --creation-tx-hash");
    case "none":
    case undefined:
      return undefined;
  }
}

/** A given input excludes `--build-info`. */
function suggestBuild({ request: { buildSource } }: Run): NextStep | undefined {
  if (buildSource.kind === "standard-json-input") return undefined;
  return advice(
    buildSource.isNamed
      ? "use --build-info to name another build: the named one isn't proof enough"
      : "name the build with --build-info",
  );
}

function suggestCompiler(run: Run, lacking: Judged["lackingCompiler"]): NextStep | undefined {
  const [version = ""] = lacking?.longVersion.split("+") ?? [];
  if (lacking?.language === "Vyper") return advice(`install vyper ${version} and add it to PATH`);
  // The version comes from a record and becomes part of a command, so its format is validated.
  return isShortVersion(version) ? advice(run.ports.words.getCompiler(version)) : suggestBuild(run);
}

function describeTooWeak(run: Run, check: Check | undefined): Why {
  const { claims = [], expectedMatch, match } = run.findings;
  // An exact record has the deployed sources, so only the build is too weak.
  if (check?.expected === EXACT_BUILD && match?.runtimeMatch === "exact_match" && !hasSent(run.findings))
    return describeNotAsDeployed(run, "metadata");
  const vouched = getVouchedClaims(claims);
  return {
    code: "VC409",
    facts: [
      ["Required", check?.expected ?? `a proof of ${joinWords(vouched.map(({ id }) => id))}`],
      ["Stored", check?.actual],
      ...(check === undefined
        ? vouched.map(({ id, reason }) => [id, `only vouched for: ${reason}`] as const)
        : []),
      ["Because", expectedMatch?.reasons.join("; ") || undefined],
    ],
    next: expectedMatch?.reasons.includes(KEPT)
      ? advice("accept the stored match with --min-match match, or configure a service that replaces matches")
      : (suggestCreation(run) ?? BETTER_BUILD),
  };
}

const BETTER_BUILD = advice("use --build-info to name a build with a better expected match");

/** If only the creation match is missing, no other build can help. */
function suggestCreation({ request, findings }: Run): NextStep | undefined {
  const { requirement } = request;
  const { match, target, expectedMatch } = findings;
  const isOnlyCreation =
    requirement.requireCreation &&
    match?.creationMatch === null &&
    isGoodEnough(match, { ...requirement, requireCreation: false });
  if (!isOnlyCreation) return undefined;
  if (target.creationTransactionHash === null)
    return advice("specify the creation transaction with --creation-tx-hash");
  if (target.initCode?.isInput !== true)
    return advice("leave out --require-creation: no transaction contains the creation code");
  return expectedMatch?.creation === "none"
    ? undefined
    : advice("ask the service's operator: the transaction contains the creation code, but it wasn't matched");
}

function describeContradiction(run: Run): Why {
  const { checks, claims = [] } = run.findings;
  const failed = checks.filter(({ id, status }) => status === "failed" && id !== matchGoodEnough.id);
  // A failed check already reports the values it compared, so only claims refuted without a failed check are added.
  const byNoCheck = claims.filter(
    ({ id, state }) =>
      state === "refuted" && !getClaimChecks(id).some((check) => failed.some((each) => each.id === check)),
  );
  const describe = (check: Check) => [check.id, `expected ${check.expected}, got ${check.actual}`] as const;
  const stale = failed.find(({ id }) => id === staleRecord.id);
  if (stale !== undefined) {
    const others = [...failed.filter((check) => check !== stale), ...byNoCheck].map(({ id }) => id);
    return {
      code: "VC412",
      facts: [describe(stale), ["Also failed", others.length === 0 ? undefined : others.join(", ")]],
      ...explainStale(run, stale),
    };
  }
  return {
    code: "VC412",
    facts: [...failed.map(describe), ...byNoCheck.map(({ id, reason }) => [id, reason] as const)],
    ...suggestAfterChecks(run, failed, byNoCheck),
  };
}

function explainStale({ ports: { words, chainId } }: Run, { reason }: Check): Pick<Why, "likely" | "next"> {
  if (!isDevelopmentChain(chainId))
    return {
      likely: reason,
      next: advice("ask the service's operator to remove the record, which belongs to an earlier contract"),
    };
  // A restarted development node gives the same addresses to different contracts.
  const url = words.urlSources?.verification;
  return {
    likely:
      "the node was restarted after the verification, or the service reads another node, so the record belongs to another contract",
    next: otherCommand("verify", [...flagsNotOf("verify"), ...(url === undefined ? [] : [url])], ["--local"]),
  };
}

function suggestAfterChecks(
  run: Run,
  failed: readonly Check[],
  byNoCheck: readonly Claim[],
): Pick<Why, "likely" | "next"> {
  const isOfRecord =
    byNoCheck.length === 0 && failed.every(({ witnesses }) => witnesses.includes("deployment"));
  return {
    likely: failed.find((check) => check.reason !== undefined)?.reason,
    next: isOfRecord
      ? advice("correct the deployment record, or leave it out of the run")
      : suggestRecompile(run),
  };
}

function suggestRecompile({ request }: Run): NextStep {
  if (request.recompile) return advice("don't rely on the record until the differences are explained");
  return otherCommand("check", flagsNotOf("check"), ["--recompile"]);
}
