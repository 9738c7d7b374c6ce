import { assert } from "chai";
import pLimit from "p-limit";
import { getExitCode } from "../../src/internal/report/outcome.ts";
import { type Stage, setStage } from "../helpers/stage.ts";
import { ENDS, type End, explains, type NotPossible, VERIFIED } from "./ends.ts";
import type { Exchange } from "./fault-proxy.ts";
import { FAULTS, isOfTheAddress, RETRY_AFTER_S } from "./faults.ts";
import { type Cell, faultsIn } from "./faulty.ts";
import { EXPLAINING_MS, limitsOf, POLLING, ROWS, triesOf, type Way } from "./rows.ts";
import { type CellResult, runCell } from "./run-cell.ts";

/** A server's text must not end up in a report without a limit. */
const LARGEST_REPORT = 50_000;

/** Limit for submissions whose answers are lost, including the client's own attempts after a 429. */
const MOST_SUBMISSIONS = 9;

function assertCell(cell: Cell, result: CellResult, end: End): void {
  const { outcome, error } = result.report;
  const said = JSON.stringify({ outcome, error }).slice(0, 2000);
  assert.equal(outcome, end.outcome, said);
  assert.equal(error?.code, end.code, said);
  // A thrown error has exit code 2, whatever its code.
  if (outcome !== "wrong-use") {
    const isGood = end.outcome === "verified" || end.outcome === "already-verified";
    // Waiting doesn't fix a malformed answer.
    assert.equal(getExitCode(outcome), isGood ? 0 : end.outcome === "not-proven" ? 1 : 3);
  }
  assert.isBelow(result.elapsedMs, result.limits.deadlineMs + EXPLAINING_MS);
  assert.isBelow(JSON.stringify(result.report).length, LARGEST_REPORT, `the report is too large: ${said}`);
  const wasTaken = result.journal.some(({ operation, status }) => operation === "submit" && status === 202);
  if (wasTaken) assert.notMatch(said, /not accepted|sent none/, "a submission that was accepted");
  assert.equal(result.elsewhere, 0, "connections to the origin of the redirect");
  assertRequests(cell, result);
  assertSubmissions(cell, result);
}

function assertExplained({ fault, way }: Cell, { report, elapsedMs }: CellResult): void {
  // An unreachable service is known within two seconds on an idle machine.
  assert.isBelow(elapsedMs, 10_000 + EXPLAINING_MS);
  const labels = report.error?.facts.map(({ label }) => label) ?? [];
  assert.equal(labels.includes("Status page"), way === "passes" && explains(fault), labels.join(", "));
}

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

function assertSubmissions({ row, fault }: Cell, { journal, limits }: CellResult): void {
  const submissions = journal.filter(({ operation }) => operation === "submit");
  // While a job blocks all others, the client submits again until the deadline.
  const most = fault === "killed in mid-job" ? limits.deadlineMs / POLLING.firstDelayMs : MOST_SUBMISSIONS;
  assert.isAtMost(submissions.length, most, "submissions");
  assert.isAtMost(
    submissions.filter(({ status }) => status === 202).length,
    1,
    "submissions that were taken",
  );
  // A 429 means that nothing was done.
  if (row.operation !== "submit" || fault.startsWith("429")) return;
  assertRecordFirst(journal);
}

function assertRecordFirst(journal: readonly Exchange[]): void {
  for (const [index, { operation, faulted }] of journal.entries()) {
    if (operation !== "submit" || !faulted) continue;
    const next = journal.slice(index + 1).find((each) => each.operation !== "poll");
    if (next !== undefined) assert.equal(next.operation, "record", "asked next after a lost submission");
  }
}

const ALL_MS = 600_000;
/** Cells mostly wait. */
const AT_ONCE = 8;

interface Case {
  readonly cell: Cell;
  readonly end: End | NotPossible;
  result: CellResult | undefined;
  /** A run without anything to explain, with the fault at the status service. */
  sound: CellResult | undefined;
  error: unknown;
}

const cases: readonly Case[] = ROWS.flatMap((row) =>
  FAULTS.flatMap((fault) =>
    (["passes", "stays"] as const).map((way: Way) => ({
      cell: { row, fault, way },
      end: ENDS[row.name][fault][way],
      result: undefined,
      sound: undefined,
      error: undefined,
    })),
  ),
);

describe("the fault matrix", () => {
  let stage: Stage | undefined;

  before(async function () {
    this.timeout(ALL_MS);
    const all = await setStage();
    stage = all;
    // The longest cells begin first. Hundreds of megabytes keep the process busy, so they come last and alone.
    const possible = cases.filter(({ end }) => !("reason" in end)).sort((a, b) => msOf(b) - msOf(a));
    const isLarge = ({ cell }: Case): boolean => cell.fault === "200 MB of body";
    await atOnce(
      AT_ONCE,
      possible.filter((each) => !isLarge(each)),
      all,
    );
    await atOnce(1, possible.filter(isLarge), all);
  });

  after(async () => {
    await stage?.[Symbol.asyncDispose]();
    process.stdout.write(`\n${summary()}\n`);
  });

  for (const { name } of ROWS) {
    describe(name, () => {
      for (const it of cases.filter(({ cell }) => cell.row.name === name)) declare(it);
    });
  }
});

function declare(each: Case): void {
  const { cell, end } = each;
  const title = `${cell.fault}, ${cell.way}`;
  if ("reason" in end) {
    it.skip(`${title}: n/a (${end.reason})`);
    return;
  }
  it(`${title}: ${[end.outcome, end.code].filter(Boolean).join(" ")}`, () => assertCase(each, end));
}

function assertCase({ cell, result, sound, error }: Case, end: End): void {
  if (error !== undefined) throw error;
  if (result === undefined) throw new Error("It did not run.");
  assertCell(cell, result, end);
  if (cell.row.name !== "status") return;
  assertExplained(cell, result);
  if (cell.way === "passes") return;
  assert.equal(sound?.report.outcome, VERIFIED.outcome);
  assert.isEmpty(sound?.journal, "the status service was asked although there was nothing to explain");
}

async function atOnce(most: number, some: readonly Case[], stage: Stage): Promise<void> {
  const limit = pLimit(most);
  await Promise.all(
    some.map((each) =>
      limit(async () => {
        try {
          each.result = await runCell(stage, each.cell);
          if (each.cell.row.name === "status" && each.cell.way === "stays") {
            each.sound = await runCell(stage, each.cell, true);
          }
        } catch (error) {
          each.error = error ?? new Error("It threw nothing.");
        }
      }),
    ),
  );
}

function msOf({ cell }: Case): number {
  return limitsOf(cell.row.name, cell.fault, cell.way).deadlineMs;
}

function summary(): string {
  const ran = cases.filter(({ end }) => !("reason" in end));
  const notPossible = cases.length - ran.length;
  const slowestMs = Math.max(...ran.map(({ result }) => result?.elapsedMs ?? 0));
  return (
    `${ROWS.length} x ${FAULTS.length} cells, each in two ways: ${ran.length} ran, ${notPossible} are n/a; ` +
    `the slowest took ${(slowestMs / 1000).toFixed(1)} s`
  );
}
