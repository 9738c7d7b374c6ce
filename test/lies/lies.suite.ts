import { assert } from "chai";

import { CLAIM_IDS } from "../../src/internal/report/claim-ids.ts";
import { runHonest } from "./honest.ts";
import { LIES } from "./lies/index.ts";
import type { Ended, Lie } from "./lies/lie.ts";
import { recipes, runRecipe } from "./recombine.ts";
import { isInPart, RECOMBINED, SEED } from "./settings.ts";
import { CELLS } from "./table/cells.ts";
import { KNOWN_CLASSES } from "./table/classes.ts";
import { LIAR_IDS, LIARS } from "./table/liars.ts";
import { LIMITS, type LimitId } from "./table/limits.ts";
import { type Stage, stageOf } from "./world/stage.ts";
import type { Subject } from "./world/subjects.ts";
import { type LiesWorld, startLiesWorld } from "./world/world.ts";

const LEAST_LIES = 300;
const LEAST_HONEST = 200;
/** Lies are told about all kinds of this compiler's contracts; about others' in a full run. */
const COMPILER = "0.8.28";

const counts = { suite: "lies", cells: 0, lies: 0, passed: 0, honest: 0, alarms: 0 };
const believedLimits = new Set<LimitId>();

describe("lies - no lie ends as proven", function () {
  this.timeout(0);
  let world: LiesWorld;
  let stage: Stage;

  before(async () => {
    world = await startLiesWorld();
  });
  after(async () => {
    await world[Symbol.asyncDispose]();
    process.once("exit", () => process.stdout.write(`${JSON.stringify(counts)}\n`));
  });

  it("should have lies of its own for each cell of the table", () => {
    const cells = LIAR_IDS.flatMap((liar) => CLAIM_IDS.map((claim) => ({ liar, claim })));
    counts.cells = cells.length;
    const empty = cells.filter(
      ({ liar, claim }) => !LIES.some((lie) => lie.liar === liar && lie.claim === claim),
    );
    assert.isEmpty(empty);
  });

  it("should have a lie of each known class, and list none of them as a limit", () => {
    for (const known of Object.keys(KNOWN_CLASSES)) {
      const lies = LIES.filter(({ catches }) => catches?.some((each) => each === known));
      assert.isNotEmpty(lies, known);
      assert.isEmpty(
        lies.filter(({ limit }) => limit !== undefined),
        known,
      );
    }
  });

  it("should list the limits that the table names, each with a lie", () => {
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

  it("should raise no alarm about honest contracts", async () => {
    const { subjects, runs, alarms } = await runHonest(world);
    counts.honest = runs;
    counts.alarms = alarms.length;
    const lied = subjects.filter(({ kind }) => kind !== "twin");
    stage = stageOf(world, subjects, [
      ...lied.filter(({ compiler }) => compiler === COMPILER),
      ...lied.filter(({ compiler }) => compiler !== COMPILER),
    ]);
    assert.isEmpty(alarms, alarms.join("\n"));
    assert.isAtLeast(runs, LEAST_HONEST);
  });

  for (const liar of LIAR_IDS) {
    it(`should believe no lie: ${LIARS[liar].name}`, async () => {
      const believed: string[] = [];
      for (const lie of LIES.filter((each) => each.liar === liar))
        for (const subject of subjectsOf(stage, lie)) {
          const { passed, how } = await toldOf(stage, lie, subject);
          counts.lies++;
          if (!passed) continue;
          if (lie.limit !== undefined) {
            believedLimits.add(lie.limit);
            continue;
          }
          counts.passed++;
          believed.push(`${lie.claim}: ${lie.name}, of ${subject.compiler} ${subject.kind}: ${how}`);
        }
      assert.isEmpty(believed, `\n${believed.join("\n")}`);
    });
  }

  it("should list as limits only what is believed", () => {
    assert.isAtLeast(counts.lies, LEAST_LIES);
    assert.sameMembers([...believedLimits], Object.keys(LIMITS));
  });

  it(`should believe nothing that is recombined of honest contracts (LIES_SEED=${SEED})`, async () => {
    const believed: string[] = [];
    for (const recipe of recipes(stage, RECOMBINED, SEED)) {
      const { passed, name, how } = await runRecipe(stage, recipe);
      counts.lies++;
      if (!passed) continue;
      counts.passed++;
      believed.push(`${name}: ${how}`);
    }
    assert.isEmpty(believed, `\n${believed.join("\n")}`);
  });
});

/** The first that it fits, and of the others those of this part: each lie is told in every part. */
function subjectsOf({ lied }: Stage, { fits = () => true }: Lie): readonly Subject[] {
  return lied.filter(fits).filter((_, index) => index === 0 || isInPart(index));
}

async function toldOf(stage: Stage, lie: Lie, subject: Subject): Promise<Ended> {
  try {
    return await lie.tell(stage, subject);
  } catch (error) {
    return { passed: true, how: `it crashed: ${error instanceof Error ? error.stack : error}` };
  }
}
