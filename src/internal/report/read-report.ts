import type * as z from "zod";
import { advice } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { shortenList } from "../text/amounts.ts";
import { explainIssues, formatPath } from "../text/explain-issues.ts";
import { type Report, reportSchema } from "./model.ts";

export type NamedReport = ReturnType<typeof readReport>;

/** A few reasons are enough to recognize a wrong file. */
const MAX_REASONS = 3;

export function readReport(name: string, value: unknown) {
  const read = reportSchema.safeParse(value);
  if (!read.success) throw unmergeable(name, listReasons(read.error.issues, value));
  const report: Report = read.data;
  const { shard } = report;
  if (shard !== null && shard.index > shard.count)
    throw unmergeable(name, [`shard: there is no ${shard.index} of ${shard.count}`]);
  return { name, report };
}

export function unmergeable(file: string, reasons: readonly string[], cause?: unknown): VerifyContractError {
  return new VerifyContractError("VC707", {
    values: { file },
    facts: reasons.map((reason, index) => [index === 0 ? "Reason" : "And", reason]),
    next: advice("pass the reports of a run with --shard, written with --report json=…"),
    cause,
  });
}

function listReasons(issues: readonly z.core.$ZodIssue[], value: unknown): readonly string[] {
  const all = explainIssues(issues, { value }).map(({ path, text }) =>
    path.length === 0 ? text : `${formatPath(path, "")}: ${text}`,
  );
  return shortenList(all, MAX_REASONS, (rest) => `${rest} more`);
}
