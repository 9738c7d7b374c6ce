import { assert } from "chai";
import type { CliRun } from "../helpers/cli.ts";
import type { Project } from "../helpers/project.ts";
import type { RecordingProxy } from "../helpers/recording-proxy.ts";
import { parseReport } from "../helpers/report-schema.ts";
import type { World } from "../helpers/world.ts";
import { aimAt } from "./aim.ts";
import { type BatchContract, journalFolder, prepareBatch } from "./batch.ts";
import type { Chance } from "./chance.ts";
import { endRun, runBatch } from "./end-run.ts";
import { tear, withKnownJob } from "./journal-lines.ts";
import { type Seen, Watch } from "./watch.ts";

export interface Round {
  readonly kills: number;
  readonly tears: number;
  readonly runs: number;
  readonly runsThatResumed: number;
  readonly resumedJobs: number;
  /** Addresses with two accepted submissions, where the later run could know of the earlier one. */
  readonly twice: readonly string[];
  /** Those whose line was torn. */
  readonly twiceTorn: readonly string[];
  readonly duplicates: number;
  readonly alreadyVerified: number;
}

interface RoundOptions {
  readonly project: Project;
  readonly world: World;
  readonly node: RecordingProxy;
  readonly chance: Chance;
  readonly mostKills: number;
  /** In an uninterrupted run. */
  readonly requests: number;
  readonly isTorn: boolean;
  readonly more?: readonly string[];
}

/** Kills runs of a new batch until one finishes, or no kill is left. */
export async function playRound(options: RoundOptions): Promise<Round> {
  const { project, world, node, chance, mostKills, requests, isTorn, more } = options;
  const contracts = await prepareBatch(project, world);
  const watch = new Watch(world, node, chance);
  const folder = journalFolder(project);
  let kills = 0;
  const torn: string[] = [];
  let tears = 0;
  let through: CliRun | undefined;
  const exact = new Set(
    contracts.flatMap(({ address, match }) => (match === "exact_match" ? address.toLowerCase() : [])),
  );
  while (kills < mostKills && through === undefined) {
    const known = await withKnownJob(folder);
    // Each run leaves less to do.
    const aim = aimAt(chance, Math.ceil(requests / (kills + 1)));
    // A service with a weaker match accepts a late submission again, and no client can prevent it.
    const ended = await endRun(project, world, watch, aim, (address) => exact.has(address));
    assertNotSentAgain(watch, known);
    if (ended.wasOver) through = ended;
    else {
      kills += 1;
      if (isTorn && chance.onceIn(2)) {
        tears += 1;
        const gone = await tear(folder, chance);
        if (gone !== undefined) torn.push(gone.address.toLowerCase());
      }
    }
  }
  if (through === undefined || more !== undefined) {
    // --fresh ignores the journal.
    const known = more === undefined ? await withKnownJob(folder) : new Set<string>();
    through = await runBatch(project, world, watch, more);
    assertNotSentAgain(watch, known);
  }
  assertVerified(through, contracts);
  await watch.quiet();
  return { kills, tears, ...countsOf(watch, contracts, torn) };
}

function countsOf(
  watch: Watch,
  contracts: readonly BatchContract[],
  torn: readonly string[],
): Omit<Round, "kills" | "tears"> {
  const accepted = (address: string) => watch.submissions(address).filter(({ status }) => status === 202);
  for (const { address } of contracts)
    assert.isNotEmpty(accepted(address), `nothing was sent for ${address}`);
  const twice = contracts
    .map(({ address }) => address)
    .filter((address) =>
      accepted(address)
        .slice(1)
        .some((sent) => wasTold(watch, sent)),
    );
  const resumed = Array.from({ length: watch.run }, (_, index) => watch.resumedIn(index + 1));
  const refused = (status: number) =>
    watch.seen.filter((each) => each.step === "submission" && each.status === status).length;
  return {
    runs: watch.run,
    runsThatResumed: resumed.filter((jobs) => jobs > 0).length,
    resumedJobs: resumed.reduce((sum, jobs) => sum + jobs, 0),
    twice,
    twiceTorn: twice.filter((address) => torn.includes(address.toLowerCase())),
    duplicates: refused(429),
    alreadyVerified: refused(409),
  };
}

/** True if this run had read a record before it sent: a job may end in between. */
function wasTold({ seen }: Watch, sent: Seen): boolean {
  return seen
    .slice(0, seen.indexOf(sent))
    .some(
      ({ run, step, address, status }) =>
        run === sent.run && address === sent.address && step === "stored" && status === 200,
    );
}

/** A run never submits a contract whose job is in the journal. */
function assertNotSentAgain({ seen, run }: Watch, known: ReadonlySet<string>): void {
  const sent = seen.filter((each) => each.run === run && each.step === "submission");
  assert.isEmpty(
    sent.flatMap(({ address }) => (known.has(address ?? "") ? address : [])),
    "sent although its job was in the journal",
  );
}

export function assertVerified(
  { exitCode, stdout, stderr }: CliRun,
  contracts: readonly BatchContract[],
): void {
  assert.notEqual(stdout, "", stderr);
  const report = parseReport(stdout);
  const errors = report.contracts.flatMap(({ error, target }) => (error === null ? [] : { target, error }));
  assert.equal(exitCode, 0, JSON.stringify(errors, null, 2));
  assert.lengthOf(report.contracts, contracts.length);
  for (const { address, match } of contracts) {
    const found = report.contracts.find(({ target }) => target.address === address);
    assert.include(["verified", "already-verified"], found?.outcome, JSON.stringify(found?.error));
    assert.equal(found?.match?.creationMatch, match, address);
    assert.equal(found?.match?.runtimeMatch, match, address);
    assert.isEmpty(found?.checks.filter(({ status }) => status === "failed"));
  }
}
