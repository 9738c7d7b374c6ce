import { isGoodEnough, promisesEnough } from "../../domain/match.ts";
import { advice, build, changed, type NextStep, writeCommand, writeStep } from "../../errors/next-step.ts";
import { problem } from "../../errors/problem.ts";
import type { Check, ContractReport } from "../../report/model.ts";
import { verdictOf } from "../../report/verdict.ts";
import { Ended, type Run } from "../run.ts";
import type { Lacking } from "./cross-check.ts";
import type { Settled } from "./settle.ts";

const MATCH_CHECK = "match-good-enough";

/** Report: what the evidence comes to. Only a run in which every check that applies passed says verified. */
export function conclude(run: Run, settled: Settled, lacking?: Lacking): ContractReport {
  const { checks } = run.draft;
  switch (verdictOf(checks)) {
    case "passed":
      return run.finish(settled === "by-this-run" ? "verified" : "already-verified");
    case "unknown":
      throw new Ended("unavailable", incomplete(run, checks, lacking));
    case "failed": {
      const failed = checks.filter((check) => check.status === "failed");
      if (failed.every((check) => check.id === MATCH_CHECK))
        throw new Ended("mismatch", tooWeak(run, failed));
      throw new Ended("check-failed", contradicted(run, failed));
    }
  }
}

/** The end of a dry run: good when what would be sent is expected to be enough. */
export function concludeDryRun(run: Run): ContractReport {
  const { expectedMatch } = run.draft;
  const { requirement, buildSource } = run.request;
  const { minMatch, requireCreation } = requirement;
  // Of a compiled contract the runtime side is open only where its metadata differs, which promises no exact match.
  const isOpen =
    minMatch === "exact_match" && buildSource.kind === "build-files" && expectedMatch?.runtime === "unknown";
  if (expectedMatch !== null && !isOpen && promisesEnough(expectedMatch, requirement))
    return run.finish("dry-run");
  throw new Ended(
    "mismatch",
    problem("VC409", {
      facts: [
        ["Asked for", `${minMatch}${requireCreation ? ", creation too" : ""}`],
        ["Expected", `creation ${expectedMatch?.creation}, runtime ${expectedMatch?.runtime}`],
        ["Because", expectedMatch?.reasons.join("; ")],
      ],
    }),
  );
}

function incomplete(
  run: Run,
  checks: readonly Check[],
  lacking: Lacking | undefined,
): ReturnType<typeof problem> {
  const open = checks.filter((check) => check.status === "unknown");
  return problem("VC413", {
    facts: open.map((check) => [check.id, check.reason] as const),
    next: lacking?.compiler === undefined ? run.command() : getCompiler(run, lacking.compiler),
  });
}

/** A host's build downloads all compilers of its configuration. */
function getCompiler({ ports: { words } }: Run, longVersion: string): string {
  const [version] = longVersion.split("+");
  return writeStep(advice(`add ${version} to "solidity" in ${words.configuration}, then`, build), { words });
}

function tooWeak(run: Run, failed: readonly Check[]): ReturnType<typeof problem> {
  const [check] = failed;
  return problem("VC409", {
    facts: [
      ["Asked for", check?.expected],
      ["Stored", check?.actual],
      ["Because", run.draft.expectedMatch?.reasons.join("; ") || undefined],
    ],
    next: isOfUnknownCreation(run)
      ? advice("leave --require-creation out: no transaction has the creation code")
      : advice("name a build that promises more with --build-info"),
  });
}

/** Another contract created it, so that no build can help. */
function isOfUnknownCreation({ request: { requirement }, draft: { match } }: Run): boolean {
  const { requireCreation } = requirement;
  return (
    requireCreation &&
    match?.creationMatch === null &&
    isGoodEnough(match, { ...requirement, requireCreation: false })
  );
}

function contradicted(run: Run, failed: readonly Check[]): ReturnType<typeof problem> {
  return problem("VC412", {
    facts: failed.map((check) => [check.id, `expected ${check.expected}, got ${check.actual}`] as const),
    likely: failed.find((check) => check.reason !== undefined)?.reason,
    next: isOfRecord(failed)
      ? advice("correct the deployment record, or leave it out")
      : recompileCommand(run),
  });
}

/** Options that only verifying takes. */
const OF_VERIFYING = ["--sources", "--force", "--fresh", "--dry-run"];

function recompileCommand(run: Run): NextStep | string {
  if (run.request.recompile) return advice("do not rely on the record until what differs is explained");
  const line = changed(run.commandLine(), [["--recompile"]], OF_VERIFYING);
  return writeCommand(run.ports.words, { ...line, subcommand: "check" });
}

/** Whether nothing but a deployment record is contradicted. */
function isOfRecord(failed: readonly Check[]): boolean {
  return failed.every(({ witnesses }) => witnesses.includes("deployment"));
}
