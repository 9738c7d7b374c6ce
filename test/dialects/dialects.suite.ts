import { assert } from "chai";
import pLimit from "p-limit";
import { inPart, partOfRun, printAtExit, sayChosen } from "../helpers/chosen-run.ts";
import type { Cell } from "./cells/cell.ts";
import { honest } from "./cells/honest.ts";
import { lied } from "./cells/lied.ts";
import { ownRules } from "./cells/own-rules.ts";
import { failedJobs, refused } from "./cells/refused.ts";
import type { Ended } from "./run-cell.ts";
import { DIALECTS, type DialectsWorld, startDialectsWorld } from "./world.ts";

/** Limits for all cells on a busy machine, and for cells at once. */
const ALL_MS = 1_800_000;
const AT_ONCE = 4;
/** A pattern of `dialect: cell`. @default all */
const ONLY = process.env.DIALECTS_ONLY;
/** `1/3`: the first of three parts. Each has cells of every dialect. */
const PART = partOfRun("DIALECTS_PART", 3);
sayChosen("test:dialects", { DIALECTS_PART: PART, DIALECTS_ONLY: ONLY });
const LEAST_CELLS = PART === undefined ? 135 : 45;
const LEAST_VERIFIED = 3;

interface Case {
  readonly cell: Cell;
  ended?: Ended;
  error?: unknown;
}

const cells = inPart([...honest, ...refused, ...lied, ...ownRules, ...failedJobs], PART);
const cases: readonly Case[] = cells
  .filter(({ dialect, name }) => ONLY === undefined || new RegExp(ONLY).test(`${dialect}: ${name}`))
  .map((cell) => ({ cell }));

describe("dialects - every service that implements the interface", () => {
  before(async function () {
    this.timeout(ALL_MS);
    const world = await startDialectsWorld();
    const limit = pLimit(AT_ONCE);
    await Promise.all(cases.map((each) => limit(() => fill(each, world))));
    await world[Symbol.asyncDispose]();
  });
  after(() => printAtExit(summary));

  for (const dialect of DIALECTS) {
    describe(dialect, () => {
      for (const each of cases.filter(({ cell }) => cell.dialect === dialect))
        it(`${each.cell.name}: exit ${each.cell.end.exitCode}`, () => assertEnd(each));
      it("should verify and check honest contracts", function () {
        if (ONLY !== undefined) this.skip();
        assert.isAtLeast(
          cases.filter((each) => each.cell.dialect === dialect && isVerified(each)).length,
          LEAST_VERIFIED,
        );
      });
    });
  }

  it("should never believe a lie, raise an alarm, or refuse without a reason", () => {
    const { cells, wrong, alarms, refusedWithoutReason } = summary();
    if (ONLY === undefined) assert.isAtLeast(cells, LEAST_CELLS);
    assert.deepEqual(
      { wrong, alarms, refusedWithoutReason },
      { wrong: 0, alarms: 0, refusedWithoutReason: 0 },
    );
  });
});

async function fill(each: Case, world: DialectsWorld): Promise<void> {
  try {
    each.ended = await each.cell.run(world, world.places[each.cell.dialect]);
  } catch (error) {
    each.error = error ?? new Error("It threw nothing.");
  }
}

function assertEnd(each: Case): void {
  if (each.error !== undefined) throw each.error;
  const { ended } = each;
  if (ended === undefined) throw new Error("It did not run.");
  const { exitCode, code, says, posts } = each.cell.end;
  const error = errorOf(ended);
  assert.equal(ended.exitCode, exitCode, ended.screen);
  if (code !== undefined || exitCode === 0) assert.equal(error?.code, code, ended.screen);
  if (says !== undefined) assert.match(ended.screen, says);
  if (posts !== undefined)
    assert.lengthOf(
      ended.asked.filter(({ method }) => method === "POST"),
      posts,
      ended.screen,
    );
  assert.isFalse(isAlarm(each), ended.screen);
}

function errorOf({ report, contract }: Ended): { readonly code: string } | undefined {
  return contract?.error ?? report.error;
}

function isWrong({ cell, ended }: Case): boolean {
  return cell.end.exitCode !== 0 && ended?.exitCode === 0;
}

function isAlarm({ cell, ended }: Case): boolean {
  const claims = ended?.contract?.claims ?? [];
  return cell.isHonest && claims.some(({ state }) => state === "refuted");
}

function isWithoutReason({ cell, ended }: Case): boolean {
  if (ended === undefined || ended.exitCode === 0) return false;
  return errorOf(ended) === undefined || cell.end.says?.test(ended.screen) === false;
}

function isVerified({ cell, ended }: Case): boolean {
  return cell.isHonest && ended?.exitCode === 0;
}

function summary() {
  const count = (is: (each: Case) => boolean): number => cases.filter(is).length;
  return {
    suite: "dialects",
    dialects: new Set(cases.map(({ cell }) => cell.dialect)).size,
    cells: count(({ ended }) => ended !== undefined),
    verified: count(isVerified),
    wrong: count(isWrong),
    alarms: count(isAlarm),
    refusedWithoutReason: count(isWithoutReason),
  };
}
