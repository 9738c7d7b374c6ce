import { assert } from "chai";

import { exitCodeOf } from "../../src/internal/report/outcome.ts";
import { type End, explains } from "./ends.ts";
import type { Exchange } from "./fault-proxy.ts";
import { isOfTheAddress, RETRY_AFTER_S } from "./faults.ts";
import type { Cell } from "./faulty.ts";
import { faultsIn } from "./hits.ts";
import { EXPLAINING_MS, POLLING } from "./limits.ts";
import { triesOf } from "./rows.ts";
import type { CellResult } from "./run-cell.ts";

/** Characters of a report as JSON; what a server sends must not end up in it without a limit. */
const LARGEST_REPORT = 50_000;

/** Most submissions of a run whose answers are lost; `job/submit.ts` and the client's own tries of a 429. */
const MOST_SUBMISSIONS = 9;

/** That a cell ended in time, as it has to, having asked nobody more often than it may. */
export function assertCell(cell: Cell, result: CellResult, end: End): void {
  const { outcome, error } = result.report;
  const said = JSON.stringify({ outcome, error }).slice(0, 2000);
  assert.equal(outcome, end.outcome, said);
  assert.equal(error?.code, end.code, said);
  // What is thrown has exit code 2, whatever its code.
  if (outcome !== "wrong-use") {
    const isGood = end.outcome === "verified" || end.outcome === "already-verified";
    // Waiting does not mend an answer of the wrong form.
    assert.equal(exitCodeOf(outcome), isGood ? 0 : end.outcome === "not-proven" ? 1 : 3);
  }
  assert.isBelow(result.elapsedMs, result.limits.deadlineMs + EXPLAINING_MS);
  assert.isBelow(JSON.stringify(result.report).length, LARGEST_REPORT, `the report is too large: ${said}`);
  const wasTaken = result.journal.some(({ operation, status }) => operation === "submit" && status === 202);
  if (wasTaken) assert.notMatch(said, /not accepted|sent none/, "a submission that was accepted");
  assert.equal(result.elsewhere, 0, "connections to the origin of the redirect");
  assertRequests(cell, result);
  assertSubmissions(cell, result);
}

/** That the status service explained what its fault let it explain, and did not hold up the report. */
export function assertExplained({ fault, way }: Cell, { report, elapsedMs }: CellResult): void {
  // An unreachable service is known within two seconds, on a machine that does nothing else.
  assert.isBelow(elapsedMs, 10_000 + EXPLAINING_MS);
  const labels = report.error?.facts.map(({ label }) => label) ?? [];
  assert.equal(labels.includes("Status page"), way === "passes" && explains(fault), labels.join(", "));
}

/** That the fault did happen, and that it was met with as many tries as can help. */
function assertRequests({ row, fault, way }: Cell, { journal }: CellResult): void {
  if (isOfTheAddress(fault)) return;
  const faults = faultsIn(journal);
  assert.isAtLeast(faults, 1, "the fault did not happen");
  const tries = way === "stays" ? triesOf(row.name, fault) : undefined;
  if (tries !== undefined) assert.equal(faults, tries, "tries");
  if (fault !== "429 with Retry-After" || way === "stays") return;
  const at = journal.findIndex(({ faulted }) => faulted);
  const next = journal.findIndex(({ operation }, index) => index > at && operation === row.operation);
  const waitedMs = (journal[next]?.atMs ?? 0) - (journal[at]?.atMs ?? 0);
  assert.isAtLeast(waitedMs, RETRY_AFTER_S * 1000, "waited less than the Retry-After says");
}

/** That no submission was sent blindly a second time, and that the service took one at the most. */
function assertSubmissions({ row, fault }: Cell, { journal, limits }: CellResult): void {
  const submissions = journal.filter(({ operation }) => operation === "submit");
  // A job that blocks all others is awaited with submissions that the service refuses, until the deadline.
  const most = fault === "killed in mid-job" ? limits.deadlineMs / POLLING.firstDelayMs : MOST_SUBMISSIONS;
  assert.isAtMost(submissions.length, most, "submissions");
  assert.isAtMost(
    submissions.filter(({ status }) => status === 202).length,
    1,
    "submissions that were taken",
  );
  // A 429 says that nothing was done.
  if (row.operation !== "submit" || fault.startsWith("429")) return;
  assertRecordFirst(journal);
}

/** That the record was read after each submission that was lost. */
function assertRecordFirst(journal: readonly Exchange[]): void {
  for (const [index, { operation, faulted }] of journal.entries()) {
    if (operation !== "submit" || !faulted) continue;
    const next = journal.slice(index + 1).find((each) => each.operation !== "poll");
    if (next !== undefined) assert.equal(next.operation, "record", "asked next after a lost submission");
  }
}
