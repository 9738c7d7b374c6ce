import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import type { Check } from "../../../src/internal/report/model.ts";
import { type Change, checkOf, evidenceOf, statusOf, withBody, withoutBuild } from "./one-check.ts";

/** Test cases, keyed by the end of their title. */
type Table<T> = Readonly<Record<string, T>>;

const BASES = ["plain", "linked-library"];

/** Declares a test per evidence: the check has the status that the table is keyed by. */
export function itHas(
  check: string,
  tables: Readonly<Partial<Record<Check["status"], Table<Evidence>>>>,
): void {
  for (const [status, table] of Object.entries(tables))
    for (const [what, evidence] of Object.entries(table))
      it(`${check} should have ${status} for ${what}`, () => {
        const result = checkOf(check, evidence);
        assert.equal(result.status, status, JSON.stringify(result));
        assert.isBelow((result.actual ?? "").length, 300);
        if (status === "skipped" || status === "unknown") assert.isNotEmpty(result.reason);
      });
}

/**
 * Declares a test per change and good recording: the check fails and reports the difference.
 *
 * @param inRecord Changes of the record.
 * @param elsewhere Changes of the evidence that the record is compared with.
 */
export function itFails(
  check: string,
  inRecord: Table<Change>,
  elsewhere: Table<(evidence: Evidence) => Evidence> = {},
): void {
  for (const base of BASES) {
    const honest = evidenceOf(base);
    const fails = (what: string, tamper: () => Evidence) =>
      it(`${check} should fail for ${what}: ${base}`, () => {
        assert.notEqual(statusOf(check, honest), "failed");
        assertDifference(check, tamper());
      });
    for (const [what, change] of Object.entries(inRecord)) fails(what, () => withBody(base, change));
    for (const [what, change] of Object.entries(elsewhere)) fails(what, () => change(honest));
  }
}

/**
 * Declares a test per recording and change: the check passes before the change and fails after it, also without a build.
 * Only `record-references` needs the build.
 */
export function itFailsFor(check: string, recordings: Table<Table<Change>>): void {
  for (const [name, changes] of Object.entries(recordings))
    for (const [what, change] of Object.entries(changes))
      it(`${check} should fail for ${name}, ${what}`, () => {
        assert.equal(statusOf(check, evidenceOf(name)), "passed");
        const evidence = withBody(name, change);
        assertDifference(check, evidence);
        if (check !== "record-references")
          assert.equal(statusOf(check, withoutBuild(evidence)), "failed", "without a build");
      });
}

function assertDifference(check: string, evidence: Evidence): void {
  const { status, expected, actual, reason } = checkOf(check, evidence);
  assert.equal(status, "failed", reason);
  assert.isNotEmpty(expected);
  assert.isNotEmpty(actual);
  assert.isBelow((actual ?? "").length, 300);
}
