import { z } from "zod";
import { advice } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { explainIssues, pathText } from "../text/explain-issues.ts";
import type { ContractReport, Outcome, Report } from "./model.ts";
import { exitCodeOfAll, summaryOf } from "./outcome.ts";
import { verdictOf } from "./verdict.ts";

/** A report that was written to a file. */
export interface NamedReport {
  /** As the user knows the file. */
  readonly name: string;
  readonly report: Report;
}

/** More reasons would not help to identify the file. */
const MOST_REASONS = 3;

/**
 * Makes a reader of reports that accepts only what the schema describes.
 *
 * @param schema schemas/verify-contract-1.schema.json, parsed.
 */
export function reportReader(
  schema: Parameters<typeof z.fromJSONSchema>[0],
): (name: string, value: unknown) => NamedReport {
  const reports = z.fromJSONSchema(schema);
  return (name, value) => {
    const read = reports.safeParse(value);
    if (!read.success) throw unmergeable(name, reasonsOf(read.error.issues, value));
    // The types are generated from the same schema.
    const report = read.data as Report;
    const { shard } = report;
    if (shard !== null && shard.index > shard.count)
      throw unmergeable(name, [`shard: there is no ${shard.index} of ${shard.count}`]);
    const contradictions = contradictionsOf(report);
    if (contradictions.length > 0) throw unmergeable(name, capped(contradictions));
    return { name, report };
  };
}

/** VC707 */
export function unmergeable(file: string, reasons: readonly string[], cause?: unknown): VerifyContractError {
  return new VerifyContractError("VC707", {
    values: { file },
    facts: reasons.map((reason, index) => [index === 0 ? "Reason" : "And", reason]),
    next: advice("name reports that --report json=… wrote"),
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Contradictions that no run writes: the report was edited or cut. A consistent forgery can't be detected. */
function contradictionsOf({ contracts, summary, exitCode, error }: Report): readonly string[] {
  const counted = summaryOf(contracts);
  const outcomes = new Set([...Object.keys(counted.outcomes), ...Object.keys(summary.outcomes)]);
  const expected = exitCodeOfAll(contracts, error);
  return [
    ...(summary.total === counted.total
      ? []
      : [`summary: ${summary.total} contracts, and it has ${counted.total}`]),
    ...[...outcomes].flatMap((outcome) => {
      const has = new Map(Object.entries(counted.outcomes)).get(outcome) ?? 0;
      const says = new Map(Object.entries(summary.outcomes)).get(outcome) ?? 0;
      return has === says ? [] : [`summary: ${says} ${outcome}, and it has ${has}`];
    }),
    ...(exitCode === expected ? [] : [`exitCode: ${exitCode}, and its contracts come to ${expected}`]),
    ...contracts.flatMap((contract, index) =>
      contradictionsIn(contract).map((text) => `contracts.${index}: ${text}`),
    ),
  ];
}

/** Reports of earlier versions have no claims: then the checks say what was proven. */
function contradictionsIn({ outcome, checks, claims, verdict }: ContractReport): readonly string[] {
  if (
    claims !== undefined &&
    verdict !== undefined &&
    verdictOf(claims) !== verdict &&
    verdict !== "not-proven" &&
    verdict !== "cannot-tell"
  )
    return [`verdict: ${verdict}, and its claims come to ${verdictOf(claims)}`];
  if (!VERIFIED.has(outcome)) return [];
  if (verdict !== undefined && verdict !== "verified" && verdict !== "match")
    return [`${outcome}, and its verdict is ${verdict}`];
  const hasFailed = checks.some(
    ({ status }) => status === "failed" || (status === "unknown" && claims === undefined),
  );
  return hasFailed || !checks.some(({ status }) => status === "passed")
    ? [`${outcome}, and its checks have not passed`]
    : [];
}

const VERIFIED: ReadonlySet<Outcome> = new Set(["verified", "already-verified"]);

/** "contracts.1.checks: expected a list, got nothing" */
function reasonsOf(issues: readonly z.core.$ZodIssue[], value: unknown): readonly string[] {
  const all = explainIssues(issues, { value }).map(({ path, text }) =>
    path.length === 0 ? text : `${pathText(path, "")}: ${text}`,
  );
  return capped(all);
}

function capped(all: readonly string[]): readonly string[] {
  const rest = all.length - MOST_REASONS;
  return rest > 0 ? [...all.slice(0, MOST_REASONS), `${rest} more`] : all;
}
