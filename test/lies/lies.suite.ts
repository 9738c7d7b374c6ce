import { readFileSync, writeFileSync } from "node:fs";
import { assert } from "chai";
import { CLAIM_IDS } from "../../src/internal/report/claim-ids.ts";
import { printAtExit } from "../helpers/chosen-run.ts";
import { heldFor } from "../helpers/held-for.ts";
import { runHonest } from "./honest.ts";
import { runOddities } from "./honest-oddities.ts";
import { LIES } from "./lies/index.ts";
import type { Ended, Lie } from "./lies/lie.ts";
import { recipes, runRecipe } from "./recombine.ts";
import { isInPart, ONLY, RECOMBINED, SEED } from "./settings.ts";
import { CELLS } from "./table/cells.ts";
import { KNOWN_CLASSES } from "./table/classes.ts";
import { LIAR_IDS, LIARS, type LiarId } from "./table/liars.ts";
import { LIMITS, type LimitId } from "./table/limits.ts";
import { type Stage, stageOf } from "./world/stage.ts";
import type { Subject } from "./world/subjects.ts";
import { startLiesWorld } from "./world/world.ts";

const LEAST_LIES = 300;
const LEAST_HONEST = 300;
/** A partial run tells most lies about this compiler's contracts only. */
const COMPILER = "0.8.28";

const counts = {
  suite: "lies",
  cells: 0,
  lies: 0,
  passed: 0,
  honest: 0,
  alarms: 0,
  costliestSeconds: 0,
  costliestMb: 0,
};
const costliest = { seconds: "", mb: "" };
const believedLimits = new Set<LimitId>();

describe("lies - no lie ends as proven", function () {
  this.timeout(0);
  const world = heldFor(() => startLiesWorld());
  let stage: Stage;

  after(async () => {
    process.once("exit", () => {
      process.stdout.write(`  the slowest: ${costliest.seconds}\n  the largest: ${costliest.mb}\n`);
    });
    printAtExit(() => counts);
  });

  it("should be told in every cell of the table", () => {
    const cells = LIAR_IDS.flatMap((liar) => CLAIM_IDS.map((claim) => ({ liar, claim })));
    counts.cells = cells.length;
    const empty = cells.filter(
      ({ liar, claim }) => !LIES.some((lie) => lie.liar === liar && lie.claim === claim),
    );
    assert.isEmpty(empty);
  });

  it("should cover each known class of attacks, with none listed as a limit", () => {
    for (const known of Object.keys(KNOWN_CLASSES)) {
      const lies = LIES.filter(({ catches }) => catches?.some((each) => each === known));
      assert.isNotEmpty(lies, known);
      assert.isEmpty(
        lies.filter(({ limit }) => limit !== undefined),
        known,
      );
    }
  });

  it("should cover each limit of the table", () => {
    const cells = LIAR_IDS.flatMap((liar) => Object.values(CELLS[liar]));
    const named = cells.flatMap((cell) =>
      cell.kind === "unknown" ? cell.limit : cell.kind === "detected" ? (cell.but ?? []) : [],
    );
    assert.sameMembers([...new Set(named)], Object.keys(LIMITS));
    assert.includeMembers(
      LIES.map(({ limit }) => limit),
      Object.keys(LIMITS),
    );
  });

  it("should leave honest contracts without an alarm", async () => {
    const { subjects, runs, alarms } = await runHonest(world, ONLY !== "");
    counts.honest = runs;
    counts.alarms = alarms.length;
    const lied = subjects.filter(({ kind }) => kind !== "twin");
    stage = stageOf(world, subjects, [
      ...lied.filter(({ compiler }) => compiler === COMPILER),
      ...lied.filter(({ compiler }) => compiler !== COMPILER),
    ]);
    assert.isEmpty(alarms, alarms.join("\n"));
  });

  it("should leave honest contracts without an alarm even if they look like lies", async () => {
    const { runs, alarms } = await runOddities(stage);
    counts.honest += runs;
    counts.alarms += alarms.length;
    assert.isEmpty(alarms, alarms.join("\n"));
  });

  it("should have an honest twin for each of the deployer's lies", () => {
    const without = LIES.filter(({ liar, control }) => liar === "deployer" && control === undefined);
    assert.isEmpty(without.map(({ name }) => name));
  });

  for (const liar of LIAR_IDS) {
    it(`should not be believed: ${LIARS[liar].name}`, async () => {
      const believed: string[] = [];
      const alarms: string[] = [];
      const costly: string[] = [];
      for (const { lie, subject, line } of linesOf(stage, liar)) {
        const { value, cost } = await measured(() => ended(() => lie.tell(stage, subject), true));
        const { passed, how } = value;
        if (!isWithin(noted(cost, line))) costly.push(`${line}: ${JSON.stringify(cost)}`);
        counts.lies++;
        if (passed && lie.limit !== undefined) believedLimits.add(lie.limit);
        else if (passed) believed.push(`${line}: ${how}`);
        if (lie.control === undefined) continue;
        const { control } = lie;
        const twin = await ended(() => control(stage, subject), false);
        counts.honest++;
        if (!twin.passed) alarms.push(`${line}: ${twin.how}`);
      }
      counts.passed += believed.length;
      counts.alarms += alarms.length;
      assert.isEmpty(believed, `\n${believed.join("\n")}`);
      assert.isEmpty(costly, `Too costly:\n${costly.join("\n")}`);
      assert.isEmpty(alarms, `Honest twins that do not pass:\n${alarms.join("\n")}`);
    });
  }

  it("should be listed as limits only if they are believed", function () {
    if (ONLY !== "") return this.skip();
    assert.isAtLeast(counts.lies, LEAST_LIES);
    assert.isAtLeast(counts.honest, LEAST_HONEST);
    assert.sameMembers([...believedLimits], Object.keys(LIMITS));
  });

  it("should not be believed if recombined from honest answers", async function () {
    if (ONLY !== "") return this.skip();
    const believed: string[] = [];
    for (const recipe of recipes(stage, RECOMBINED, SEED)) {
      const { value, cost } = await measured(() => runRecipe(stage, recipe));
      const { passed, name, how } = value;
      noted(cost, name);
      counts.lies++;
      if (!passed) continue;
      counts.passed++;
      believed.push(`${name}: ${how}`);
    }
    assert.isEmpty(believed, `\n${believed.join("\n")}`);
  });
});

/** The first fitting subject, and those of this part: each part tells every lie. */
function subjectsOf({ lied }: Stage, { fits = () => true }: Lie): readonly Subject[] {
  return lied.filter(fits).filter((_, index) => index === 0 || isInPart(index));
}

interface Line {
  readonly lie: Lie;
  readonly subject: Subject;
  /** `LIES_ONLY` selects by it. */
  readonly line: string;
}

function linesOf(stage: Stage, liar: LiarId): readonly Line[] {
  return LIES.filter((lie) => lie.liar === liar)
    .flatMap((lie) =>
      subjectsOf(stage, lie).map((subject) => {
        const line = `${lie.claim}: ${lie.name}, of ${subject.compiler} ${subject.kind}`;
        return { lie, subject, line };
      }),
    )
    .filter(({ line }) => line.toLowerCase().includes(ONLY));
}

function noted(cost: Cost, line: string): Cost {
  const [seconds, mb] = [Math.ceil(cost.seconds * 10) / 10, Math.ceil(cost.mb)];
  if (seconds > counts.costliestSeconds) [counts.costliestSeconds, costliest.seconds] = [seconds, line];
  if (mb > counts.costliestMb) [counts.costliestMb, costliest.mb] = [mb, line];
  return cost;
}

async function ended(work: () => Promise<Ended>, passed: boolean): Promise<Ended> {
  try {
    return await work();
  } catch (error) {
    return { passed, how: `it crashed: ${error instanceof Error ? error.stack : error}` };
  }
}

/** A busy machine takes longer, but no more of the processor. */
const LIMITS_OF_COST = { seconds: 60, processorSeconds: 10, mb: 500 } as const;

interface Cost {
  readonly seconds: number;
  /** Of all threads of this process. */
  readonly processorSeconds: number;
  /** How much this process, which runs the pipeline, has grown at its peak. */
  readonly mb: number;
}

/** Includes the services and the chain in this process, so a user pays less. A slow lie is told again on a busy machine. */
async function measured<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly cost: Cost }> {
  const first = await measuredOnce(work);
  if (isWithin(first.cost)) return first;
  const second = await measuredOnce(work);
  const { seconds, processorSeconds, mb } = second.cost;
  return {
    value: first.value,
    cost: {
      seconds: Math.min(seconds, first.cost.seconds),
      processorSeconds: Math.min(processorSeconds, first.cost.processorSeconds),
      // The second run reuses memory that the first one left behind.
      mb: Math.max(mb, first.cost.mb),
    },
  };
}

function isWithin(cost: Cost): boolean {
  return (["seconds", "processorSeconds", "mb"] as const).every((unit) => cost[unit] <= LIMITS_OF_COST[unit]);
}

async function measuredOnce<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly cost: Cost }> {
  forgetLargest();
  const beforeMb = process.memoryUsage.rss() / 1e6;
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  const value = await work();
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return {
    value,
    cost: { seconds, processorSeconds: (user + system) / 1e6, mb: Math.max(0, largestMb() - beforeMb) },
  };
}

const isLinux = process.platform === "linux";

/** Linux can reset the recorded peak (proc_pid_clear_refs(5)). */
function forgetLargest(): void {
  if (isLinux) writeFileSync("/proc/self/clear_refs", "5");
}

/** Elsewhere, the peak since the process began: an upper bound. */
function largestMb(): number {
  if (!isLinux) return process.resourceUsage().maxRSS / 1000;
  const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return (Number(kib) * 1024) / 1e6;
}
