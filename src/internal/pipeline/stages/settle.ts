import { replaceObject } from "../../bytecode/compare.ts";
import { inferTemplate } from "../../bytecode/inferred-template.ts";
import { weakenPrediction } from "../../bytecode/predict/predict-match.ts";
import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import { fitsSubmission } from "../../cross-check/compare/of-same-input.ts";
import type { BuildEvidence, RunJob } from "../../cross-check/evidence.ts";
import { codeLength } from "../../domain/code-template.ts";
import { canImprove, type ExpectedMatch, type ExpectedSideMatch, isGoodEnough } from "../../domain/match.ts";
import type { ContractRecord, JobError, Submission } from "../../domain/record.ts";
import { advice, again, rebuild, withOptions } from "../../errors/next-step.ts";
import type { ErrorCode, Facts, ProblemDetails } from "../../errors/problem.ts";
import type { Explanation, Outcome } from "../../report/model.ts";
import { waitByTimer } from "../../services/retry.ts";
import { ServiceError } from "../../services/service-error.ts";
import {
  classifyFailure,
  detectMissingLinks,
  MAX_TRIES,
  type NonLinkingService,
} from "../../submission/job-failures.ts";
import {
  decideNextStep,
  hasCompiledSameCode,
  KEPT,
  type SubmissionEnd,
  sawDifferentCode,
  type WiderInput,
} from "../../submission/next-step.ts";
import type { Plan, PlannedSubmission } from "../../submission/plan-submission.ts";
import { type ContractRun, Ended, type Findings, type Run } from "../run.ts";
import { describeNotAsDeployed, explainMismatch } from "./explain-mismatch.ts";
import type { FoundBuild } from "./find-build.ts";
import { sendAndFollow, showsInput } from "./send-and-follow.ts";

/** The best result of a run's submissions, with the submission that led to it. */
export type Settled =
  | (Extract<SubmissionEnd, { kind: "matched" }> & RunJob & { readonly submission: Submission })
  | Extract<SubmissionEnd, { kind: "already-verified" | "without-job" }>;

export function isJudged(settled: Settled | undefined): boolean {
  return settled !== undefined && settled.kind !== "without-job" && settled.isOfEarlierRun !== true;
}

/** A journal entry alone doesn't prove that the stored match belongs to this run's input. */
export function isOwnMatch(settled: Settled | undefined, record: ContractRecord): boolean {
  if (settled?.kind !== "matched") return false;
  return settled.isOfEarlierRun !== true || fitsSubmission(record, settled.submission);
}

/** Returns the first submission unless the record fits only the fallback. */
export function submissionOnRecord({ first, fallback }: Plan, record: ContractRecord): Submission {
  const isFallback = fallback !== undefined && !fitsSubmission(record, first.body);
  return isFallback && fitsSubmission(record, fallback.body) ? fallback.body : first.body;
}

const WITHOUT_JOB: Settled = { kind: "without-job" };

const WITH_ADDRESSES = "the service doesn't link, so settings and metadata contain the libraries' addresses";

/** Expects the stored match if the service refused to replace it. */
export function keepStored(
  { expectedMatch }: Findings,
  settled: Settled | undefined,
  record: ContractRecord,
): Findings["expectedMatch"] {
  const isRefused = settled?.kind === "without-job" && settled.isRefused === true;
  return isRefused && expectedMatch !== null && canImprove(record, expectedMatch)
    ? { creation: record.creationMatch ?? "none", runtime: record.runtimeMatch ?? "none", reasons: [KEPT] }
    : expectedMatch;
}

/** True unless the stored match is as good as any that this build could get. */
export function isWorthSending(
  { request }: Pick<Run, "request">,
  stored: ContractRecord | undefined,
  build: FoundBuild,
): boolean {
  if (stored === undefined || request.force || isUntold(stored, build)) return true;
  // If the creation or runtime match can't be predicted, the result may be better than the stored match.
  const isUnknown = build.expected.creation === "unknown" || build.expected.runtime === "unknown";
  return canImprove(stored, build.expected) || (isUnknown && !isGoodEnough(stored, request.requirement));
}

/**
 * True for a user-supplied input that the record says nothing about. It has no compiled code, so only the service's
 * compilation can prove it.
 */
function isUntold(stored: ContractRecord | undefined, build: FoundBuild): boolean {
  return build.compiled === undefined && (stored === undefined || !showsInput(stored, build));
}

export async function settle(
  run: ContractRun,
  facts: DeploymentFacts,
  stored: ContractRecord | undefined,
  build: FoundBuild,
  { first, fallback, linked }: Plan,
): Promise<Settled> {
  const { clock, polling, signal } = run.ports;
  if (!isWorthSending(run, stored, build)) return WITHOUT_JOB;
  const isEnough = stored !== undefined && isGoodEnough(stored, run.request.requirement);
  let isOptional = isEnough && !run.request.force && !isUntold(stored, build);

  if (!isOptional) await holdBack(run, build);
  let planned = first;
  let repeats = 0;
  let matched: Settled | undefined;
  for (;;) {
    const attempt = { facts, stored, planned, isOptional, isRepeat: repeats > 0, build };
    const end = await sendAndFollow(run, attempt).catch((error: unknown) => {
      if (isOptional && error instanceof ServiceError && error.kind !== "aborted") return undefined;
      throw error;
    });
    if (end === undefined) return matched ?? WITHOUT_JOB;
    if (end.kind === "matched") {
      const isFirst = stored === undefined && matched === undefined && end.isOfEarlierRun !== true;
      matched = { ...end, isFirst, submission: planned.body };
      isOptional ||= isGoodEnough(end.match, run.request.requirement);
    }
    const wider =
      planned === fallback || planned === linked ? undefined : selectWiderInput(facts, build, fallback);
    // With library addresses in the settings, the match can't be exact, so it can't improve a stored match.
    const canLink = linked !== undefined && planned !== linked && (stored?.runtimeMatch ?? null) === null;
    // A configured default must not make an inexact match permanent.
    const isChosen = run.request.options.some(([flag, value]) => flag === "--min-match" && value === "match");
    const mayLink = ({ upgrades }: NonLinkingService) => canLink && (upgrades || isChosen);
    const linking = build.unlinked.length === 0 ? undefined : mayLink;
    const next = decideNextStep(end, build.expected, wider, repeats, linking);
    if (next === "send-fallback" && end.kind === "matched" && (await build.areSourcesChanged())) {
      // Additional files can't improve the match if the sources were edited.
      run.note({ expectedMatch: weakenPrediction(build.expected, true) });
      return matched ?? WITHOUT_JOB;
    }
    switch (next) {
      case "send-again":
        repeats += 1;
        await (clock.wait ?? waitByTimer)(polling.maxDelayMs, signal);
        continue;
      case "send-fallback":
        planned = fallback ?? planned;
        repeats = 0;
        continue;
      case "send-linked":
        planned = linked ?? planned;
        repeats = 0;
        run.note({ expectedMatch: weaken(build.expected) });
        continue;
      case "done":
        break;
    }
    // A later failure or a failed upgrade doesn't downgrade the stored match.
    if (matched !== undefined) return matched;
    if (end.kind === "already-verified" || end.kind === "without-job") return end;
    if (end.kind === "matched" || (isEnough && build.compiled !== undefined)) return WITHOUT_JOB;
    throw endFailedJob(run, end, planned, facts, build);
  }
}

/**
 * Stored matches are permanent, so a user must confirm a submission that only a different build could match exactly.
 * Sources whose constructor wasn't executed are never submitted.
 */
async function holdBack(run: Run, { changed }: FoundBuild): Promise<void> {
  if (changed === undefined) return;
  if (changed === "constructor") throw new Ended("mismatch", describeNotAsDeployed(run, changed));
  const { confirm, onProgress, signal } = run.ports;
  const { minMatch } = run.request.requirement;
  const isRefused = minMatch === "exact_match";
  const isAsked = !isRefused && confirm !== undefined;
  onProgress({ type: "not-as-deployed", isAsked });
  if (!isRefused && (confirm === undefined || (await confirm(QUESTION, signal)))) return;
  throw new Ended("mismatch", describeNotAsDeployed(run, changed, isRefused ? undefined : "no"));
}

const QUESTION = "Submit it anyway, for an inexact match?";

function weaken({ creation, runtime }: ExpectedMatch): ExpectedMatch {
  const weaker = (side: ExpectedSideMatch) => (side === "exact_match" ? "match" : side);
  return { creation: weaker(creation), runtime: weaker(runtime), reasons: [WITH_ADDRESSES] };
}

function selectWiderInput(
  { runtimeBytecode }: DeploymentFacts,
  { compiled }: BuildEvidence,
  fallback: PlannedSubmission | undefined,
): WiderInput | undefined {
  if (fallback === undefined || compiled === undefined) return undefined;
  const paths = new Set(Object.keys(fallback.body.stdJsonInput.sources));
  return { paths, template: compiled.runtime, runtimeBytecode };
}

const OLD = "the job ended before this submission, and the service didn't start a new one";

const TOO_SLOW =
  "the service's compiler timed out: the service is busy, or its limit is too short for these sources";
const TOO_SLOW_AGAIN =
  "compilation timed out in three attempts at this service; the input is sent again an hour after the last attempt";
const MORE_TIME = advice(
  "use a service with a longer compilation timeout; for local services, restart serve with a longer --compile-timeout",
);

function endFailedJob(
  run: Run,
  { error, verificationId, isOld, tries = 1 }: Extract<SubmissionEnd, { kind: "failed" }>,
  planned: PlannedSubmission,
  deployed: DeploymentFacts,
  build: FoundBuild,
): Ended {
  const isOtherCode = sawDifferentCode(error, deployed);
  const explanations = isOtherCode ? undefined : explainCompiled(run, error, deployed, build);
  const facts: Facts = [
    ["Contract", planned.body.contractIdentifier],
    ["Verification id", verificationId],
    ["Service said", `${error.customCode}: ${error.message}`],
    ["Old result", isOld === true ? OLD : undefined],
    ...listMessages(error)
      .slice(0, 3)
      .map((text) => ["Compiler", text] as const),
  ];
  if (build.unlinked.length > 0 && detectMissingLinks(error) !== undefined) {
    const canLink = planned.body.stdJsonInput.settings.libraries === undefined;
    const likely =
      "the service doesn't link libraries: it needs their addresses in the settings, so the match can't be exact";
    const next = canLink ? withOptions(["--min-match", "match"]) : undefined;
    return new Ended("rejected", { code: "VC410", facts, likely, next });
  }
  const end = (outcome: Outcome, code: ErrorCode, details: ProblemDetails): Ended =>
    new Ended(outcome, { code, facts, ...details, found: { explanations } });
  switch (classifyFailure(error).kind) {
    case "mismatch": {
      const [first] = explanations ?? run.findings.explanations;
      const canWiden = planned.sources === "minimal" && !isOtherCode;
      const onChain = `${codeLength(error.onchainRuntimeCode ?? "")} bytes according to the service, ${codeLength(deployed.runtimeBytecode)} bytes according to this run's node`;
      const differing: Facts = isOtherCode
        ? [["On chain", onChain]]
        : (explanations ?? []).map(({ text }) => ["Differs", text] as const);
      const { compiled } = build;
      const isBuilds = compiled && hasCompiledSameCode(error, { template: compiled.runtime });
      return end("mismatch", "VC404", {
        facts: [...facts, ...differing],
        likely: isOtherCode ? OTHER_NODE : isBuilds === false ? OTHER_OUTPUT : undefined,
        next: canWiden ? withOptions(["--sources", "full"]) : first && advice(first.next),
      });
    }
    case "bad-input":
      return end("rejected", "VC405", {
        // Proxies of OpenZeppelin Upgrades come from a package, which was compiled with a compiler of its own.
        facts: [...facts, ["Build", run.findings.contract?.buildFile ?? undefined]],
        ...adviseOnBadInput(run, error, planned),
      });
    case "passing":
      // The service would return the same old job for an identical submission.
      return isOld === true ? end("rejected", "VC410", {}) : end("unavailable", "VC410", { next: again });
    case "timed-out": {
      const tried = [...facts, ["Tries", `${tries} of ${MAX_TRIES}`]] as const;
      return tries < MAX_TRIES
        ? end("unavailable", "VC405", { facts: tried, likely: TOO_SLOW, next: again })
        : end("rejected", "VC405", { likely: TOO_SLOW_AGAIN, next: MORE_TIME });
    }
    case "unknown": {
      const likely = `no known service documents the code ${error.customCode}: only the service's message explains it`;
      return end("rejected", "VC410", { likely });
    }
  }
}

const OTHER_NODE = "the service's node lags behind, or is on another network";
const OTHER_OUTPUT = "the service compiled the input to code that differs from this build's code";
const LACKS_COMPILER = /^No compiler (\d+\.\d+\.\d+)(?:\+\S*)? is configured/;

function adviseOnBadInput(
  { ports: { words }, request: { buildSource } }: Run,
  { customCode, compilerErrorMessage = "" }: JobError,
  { sources }: PlannedSubmission,
): Pick<ProblemDetails, "likely" | "next"> {
  const [, lacking] = LACKS_COMPILER.exec(compilerErrorMessage) ?? [];
  if (lacking !== undefined)
    return {
      likely:
        "the local services have only their project's compilers; after installing one, restart serve if it is running",
      next: advice(words.getCompiler(lacking)),
    };
  if (/version/.test(customCode)) return { next: OTHER_SERVICE };
  if (buildSource.kind === "standard-json-input") return { next: CORRECT_INPUT };
  return { next: sources === "minimal" ? withOptions(["--sources", "full"]) : COMPILE_ALL };
}

const OTHER_SERVICE = advice(
  "configure a service that has this compiler, or compile with a released version and deploy again",
);
const CORRECT_INPUT = advice("correct the input named with --std-json-input, then run the command again");
const COMPILE_ALL = advice("recompile the whole project, then run the command again", rebuild);

/**
 * The compiler's output. If the compiler didn't start, the reason comes first, unless the service's message contains
 * it.
 */
function listMessages({ message, compilerErrors = [], compilerErrorMessage }: JobError): readonly string[] {
  return compilerErrorMessage === undefined || message.includes(compilerErrorMessage)
    ? compilerErrors
    : [compilerErrorMessage, ...compilerErrors];
}

/** Compares the code that the service compiled with the code on chain. Undefined if the service doesn't return it. */
function explainCompiled(
  run: Run,
  { recompiledRuntimeCode, recompiledCreationCode = "0x" }: JobError,
  facts: DeploymentFacts,
  { compiled, compilation }: FoundBuild,
): readonly Explanation[] | undefined {
  if (recompiledRuntimeCode === undefined) return undefined;
  const runtime =
    compiled === undefined
      ? inferTemplate("runtime", recompiledRuntimeCode)
      : replaceObject(compiled.runtime, recompiledRuntimeCode);
  const template = { runtime, creation: inferTemplate("creation", recompiledCreationCode) };
  return explainMismatch(run, facts, template, compilation);
}
