import { assert } from "chai";

import type { Report } from "../../src/report.ts";
import { only } from "./cli.ts";

/** Verified by this run, exactly on both sides, with every check passed. */
export function assertExact(report: Report): void {
  const { outcome, match, checks } = only(report);
  assert.equal(outcome, "verified", JSON.stringify(only(report).error));
  assert.equal(match?.creationMatch, "exact_match");
  assert.equal(match?.runtimeMatch, "exact_match");
  assert.isAbove(checks.length, 10);
  assert.deepEqual(
    checks.filter(({ status }) => status !== "passed"),
    [],
  );
  assert.equal(report.exitCode, 0);
}
