import { assert } from "chai";
import pLimit from "p-limit";

import { only } from "../helpers/cli.ts";
import { deploy } from "../helpers/deploy.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import { theWorld, type World } from "../helpers/world.ts";
import { type Ended, FAULTY, type FaultyRun, type FaultyService, runCommand } from "./command-line-run.ts";
import { FAULTS, type FaultName, isGarbled, isOfTheAddress } from "./faults.ts";
import { EXPLAINING_MS } from "./limits.ts";

/** Milliseconds for all runs, and how many there are at once. */
const ALL_MS = 180_000;
const AT_ONCE = 4;
/** Milliseconds that Hardhat may take to start and to end, with as many at once. */
const STARTING_MS = 15_000;
/** Of a report; what a service sends may be much more. */
const MOST_CHARACTERS = 100_000;

/** The code that each run has to end with; the outcome is `unavailable` and the exit code 3 in each of them. */
function codeOf(service: FaultyService, fault: FaultName): string {
  switch (service) {
    case "verification service":
      return isGarbled(fault) ? "VC406" : "VC401";
    // It is verified by then; what could not be checked is not taken as passed.
    case "query service":
      return "VC413";
    case "chain RPC":
      return "VC302";
  }
}

interface Case extends FaultyRun {
  ended: Ended | undefined;
  error: unknown;
}

const cases: readonly Case[] = FAULTY.flatMap((service) =>
  FAULTS.map((fault) => ({ service, fault, ended: undefined, error: undefined })),
);

describe("the fault matrix, by the command line", () => {
  before(async function () {
    this.timeout(ALL_MS);
    const world = await theWorld();
    const project = await fixtureProject("many-contracts");
    const artifact = await project.artifact("contracts/Counter.sol", "Counter");
    // Hundreds of megabytes keep a processor busy, and so come last and alone.
    const isLarge = ({ fault }: Case): boolean => fault === "200 MB of body";
    await atOnce(AT_ONCE, (each) => !isLarge(each));
    await atOnce(1, isLarge);

    async function atOnce(most: number, isMeant: (each: Case) => boolean): Promise<void> {
      const limit = pLimit(most);
      const running: Promise<void>[] = [];
      for (const each of cases.filter(isMeant)) {
        // One at a time, for a transaction takes the account's next nonce.
        const { address } = await deploy(world.chain, artifact);
        running.push(limit(() => fill(each, world, project, address)));
      }
      await Promise.all(running);
    }
  });

  after(() => {
    process.stdout.write(`\n${table()}\n`);
  });

  for (const each of cases) {
    const { service, fault } = each;
    it(`${service}, ${fault}: ${codeOf(service, fault)}`, () => {
      if (each.error !== undefined) throw each.error;
      if (each.ended === undefined) throw new Error("It did not run.");
      assertEnd(each, each.ended);
    });
  }
});

async function fill(each: Case, world: World, project: Project, address: string): Promise<void> {
  try {
    each.ended = await runCommand(each, world, project, address);
  } catch (error) {
    each.error = error ?? new Error("It threw nothing.");
  }
}

function assertEnd({ service, fault }: Case, ended: Ended): void {
  const { run, deadlineMs, elapsedMs, faults, elsewhere, isStored } = ended;
  const { report, exitCode, stderr } = run;
  const { outcome, error } = only(report);
  const said = JSON.stringify({ outcome, error }).slice(0, 2000);
  assert.equal(outcome, "unavailable", said);
  assert.equal(error?.code, codeOf(service, fault), said);
  assert.equal(exitCode, 3);
  assert.isBelow(run.stdout.length, MOST_CHARACTERS, "characters of the report");
  assert.notMatch(stderr, /^\s+at .+:\d+:\d+\)?$/m, "a stack trace");

  const inReportMs = Date.parse(report.finishedAt) - Date.parse(report.startedAt);
  assert.isBelow(inReportMs, deadlineMs + EXPLAINING_MS);
  assert.isBelow(elapsedMs, deadlineMs + EXPLAINING_MS + STARTING_MS);

  if (!isOfTheAddress(fault)) assert.isAtLeast(faults, 1, "the fault did not happen");
  assert.equal(elsewhere, 0, "connections to the origin of the redirect");
  assert.equal(isStored, service === "query service", "stored by the verification service");
  assert.isTrue(
    error?.facts.some(({ label }) => label === "Status page"),
    "explained by the status service",
  );
}

function table(): string {
  const lines = FAULTS.map((fault) => [
    fault.padEnd(Math.max(...FAULTS.map(({ length }) => length))),
    ...FAULTY.map((service) => wordOf(service, fault).padEnd(service.length)),
  ]);
  const head = ["".padEnd(lines[0]?.[0]?.length ?? 0), ...FAULTY];
  const slowestMs = Math.max(...cases.map(({ ended }) => ended?.elapsedMs ?? 0));
  return [
    ...[head, ...lines].map((line) => line.join("  ").trimEnd()),
    "",
    `${FAULTY.length} x ${FAULTS.length} runs of the command line; the slowest took ${(slowestMs / 1000).toFixed(1)} s`,
  ].join("\n");
}

/** With `!` where something about the run is not as it has to be. */
function wordOf(service: FaultyService, fault: FaultName): string {
  const each = cases.find((it) => it.service === service && it.fault === fault);
  if (each?.ended === undefined) return "failed!";
  const { outcome, error } = only(each.ended.run.report);
  const said = `${error?.code ?? outcome}, exit ${each.ended.run.exitCode}`;
  try {
    assertEnd(each, each.ended);
    return said;
  } catch {
    return `${said}!`;
  }
}
