import { assert } from "chai";
import pLimit from "p-limit";
import { type Stage, setStage } from "../helpers/stage.ts";
import { assertCell, assertExplained } from "./assert-cell.ts";
import { ENDS, type End, type NotPossible, VERIFIED } from "./ends.ts";
import { FAULTS } from "./faults.ts";
import type { Cell } from "./faulty.ts";
import { limitsOf, type Way } from "./limits.ts";
import { legendOf, tableOf, wordFor } from "./print-table.ts";
import { ROWS } from "./rows.ts";
import { type CellResult, runCell } from "./run-cell.ts";

/** Milliseconds for the whole matrix. */
const ALL_MS = 240_000;
/** Cells at once: most of them wait most of the time. */
const AT_ONCE = 8;

interface Case {
  readonly cell: Cell;
  readonly end: End | NotPossible;
  result: CellResult | undefined;
  /** A run with the fault at the status service and nothing to explain. */
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
    // What takes long begins first; hundreds of megabytes come last and alone, for they keep the process busy.
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

function isRight(each: Case): boolean {
  try {
    if (!("reason" in each.end)) assertCase(each, each.end);
    return true;
  } catch {
    return false;
  }
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
  const table = tableOf((row, fault, way) => {
    const found = cases.find(({ cell }) => cell.row.name === row && cell.fault === fault && cell.way === way);
    return wordFor(ENDS[row][fault][way], found?.result?.report, found !== undefined && isRight(found));
  });
  const ran = cases.filter(({ end }) => !("reason" in end));
  const notPossible = cases.length - ran.length;
  const slowestMs = Math.max(...ran.map(({ result }) => result?.elapsedMs ?? 0));
  return [
    "passes/stays: how it ends when the fault happens once, and when it happens each time (! wrong)",
    "frozen passes: it continues after a moment; killed passes: it is started again, and its job never ends",
    "",
    table,
    "",
    legendOf(ran.map(({ result }) => result?.report)),
    "",
    `${ROWS.length} x ${FAULTS.length} cells, each in two ways: ${ran.length} ran, ${notPossible} are n/a; ` +
      `the slowest took ${(slowestMs / 1000).toFixed(1)} s`,
  ].join("\n");
}
