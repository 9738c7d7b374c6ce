import { z } from "zod";

import { VerifyContractError } from "../errors/problem.ts";
import type { Report } from "./model.ts";

/** A report that was written to a file. */
export interface NamedReport {
  /** As the user knows the file. */
  readonly name: string;
  readonly report: Report;
}

/** More would not help to find out what the file is. */
const MOST_REASONS = 3;

/**
 * A reader of reports, which takes nothing but what the schema describes.
 *
 * @param schema schemas/verify-contract-1.schema.json, parsed.
 */
export function reportReader(
  schema: Parameters<typeof z.fromJSONSchema>[0],
): (name: string, value: unknown) => NamedReport {
  const reports = z.fromJSONSchema(schema);
  return (name, value) => {
    const read = reports.safeParse(value);
    if (!read.success) throw unmergeable(name, reasonsOf(read.error.issues));
    // The types are made from the same schema.
    const report = read.data as Report;
    const { shard } = report;
    if (shard !== null && shard.index > shard.count)
      throw unmergeable(name, [`shard: there is no ${shard.index} of ${shard.count}`]);
    return { name, report };
  };
}

/** VC707 */
export function unmergeable(file: string, reasons: readonly string[], cause?: unknown): VerifyContractError {
  return new VerifyContractError("VC707", {
    values: { file },
    facts: reasons.map((reason, index) => [index === 0 ? "Reason" : "And", reason]),
    next: "npx hardhat verify-contract deployments --report json=<file>",
    ...(cause === undefined ? {} : { cause }),
  });
}

/** "contracts.1.checks: expected array, received undefined" */
function reasonsOf(issues: readonly z.core.$ZodIssue[]): readonly string[] {
  const all = issues.flatMap(innermost).map(({ path, message }) => {
    const words = message.replace(/^Invalid (?:input|option): /, "");
    return path.length === 0 ? words : `${path.map(String).join(".")}: ${words}`;
  });
  const rest = all.length - MOST_REASONS;
  return rest > 0 ? [...all.slice(0, MOST_REASONS), `${rest} more`] : all;
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Of a value that may be null, what is wrong with it as the other thing that it may be. */
function innermost(issue: z.core.$ZodIssue): readonly Issue[] {
  const within = (inner: readonly z.core.$ZodIssue[]): readonly Issue[] =>
    inner.flatMap(innermost).map(({ path, message }) => ({ path: [...issue.path, ...path], message }));
  switch (issue.code) {
    case "invalid_union":
      return issue.errors[0] === undefined ? [issue] : within(issue.errors[0]);
    case "invalid_key":
      return within(issue.issues);
    default:
      return [issue];
  }
}
