import { assert } from "chai";
import type { Report } from "../../src/report.ts";
import { only } from "./cli.ts";

/** Checks that only apply if the build files contain libraries, a record of this deployment, or a storage layout. */
const MAY_NOT_APPLY = new Set([
  "libraries",
  "constructor-arguments",
  "storage-layout",
  "recorded-transaction",
  "recorded-contract",
  "recorded-libraries",
]);

export function assertExact(report: Report): void {
  const { outcome, match, checks } = only(report);
  assert.equal(outcome, "verified", JSON.stringify(only(report).error));
  assert.equal(match?.creationMatch, "exact_match");
  assert.equal(match?.runtimeMatch, "exact_match");
  assert.isAbove(checks.length, 10);
  assert.deepEqual(
    checks.filter(
      ({ id, status }) => status !== "passed" && !(status === "skipped" && MAY_NOT_APPLY.has(id)),
    ),
    [],
  );
  assert.equal(report.exitCode, 0);
}
