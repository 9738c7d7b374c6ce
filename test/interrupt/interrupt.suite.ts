import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { assert } from "chai";
import { LOST_RECORD_MS } from "../../src/internal/pipeline/ports.ts";
import { startHardhat } from "../helpers/cli.ts";
import type { Project } from "../helpers/project.ts";
import { RecordingProxy } from "../helpers/recording-proxy.ts";
import { type PrivateWorld, privateWorld } from "../helpers/world.ts";
import { batchProject, journalFolder, prepareBatch, RUN_BATCH } from "./batch.ts";
import { Chance, KILLS, SEED } from "./chance.ts";
import { runBatch } from "./end-run.ts";
import { withKnownJob } from "./journal-lines.ts";
import { assertVerified, playRound, type Round } from "./round.ts";
import { Watch } from "./watch.ts";

/** Kills per batch before a run may finish. */
const KILLS_OF_A_ROUND = 6;
/** Every n-th round tears the journal. */
const TORN_EACH = 3;
const PAIRS = 3;
/** Milliseconds after a run's first request until the previous run's jobs continue. */
const GOES_ON_MS = 5000;

const TELLING_SCRIPT = `import hre from "hardhat";
import { verifyDeployments } from "hardhat-verify-contract/verify";

const told: unknown[] = [];
const onProgress = (event: { readonly type: string }) => event.type === "no-journal" && told.push(event);
await verifyDeployments({ deployments: ["batch.json"], onProgress }, hre);
console.log(JSON.stringify(told));
`;

describe("interrupt - a batch that ends at any moment", () => {
  const chance = new Chance(SEED);
  const rounds: Round[] = [];
  let project: Project;
  let world: PrivateWorld;
  let node: RecordingProxy;
  let requests = 0;

  before(async () => {
    project = await batchProject();
    // One for all rounds: each deploys anew, so the service knows none of its contracts.
    world = await privateWorld(async (rpcUrl) => {
      node = await RecordingProxy.before(rpcUrl);
      return node.url;
    });
  });
  after(async () => {
    await world[Symbol.asyncDispose]();
    await node.close();
  });

  it("should verify everything without an interruption, and send nothing in a second run", async () => {
    const contracts = await prepareBatch(project, world);
    const watch = new Watch(world, node, chance);
    assertVerified(await runBatch(project, world, watch), contracts);
    requests = watch.seen.length;
    for (const { address } of contracts) assert.lengthOf(watch.submissions(address), 1);

    assertVerified(await runBatch(project, world, watch), contracts);
    assert.isEmpty(watch.seen.filter(({ run, step }) => run === 2 && step === "submission"));

    const stored = await recordsOf(contracts.map(({ address }) => address));
    assertVerified(await runBatch(project, world, watch, ["--fresh"]), contracts);
    assert.deepEqual(await recordsOf(contracts.map(({ address }) => address)), stored);
  });

  it(`should resume after each of ${KILLS} kills, and send nothing twice`, async () => {
    const startedAt = performance.now();
    const killed = () => rounds.reduce((sum, { kills }) => sum + kills, 0);
    while (killed() < KILLS) {
      const isTorn = rounds.length % TORN_EACH === TORN_EACH - 1;
      const mostKills = Math.min(KILLS_OF_A_ROUND, KILLS - killed());
      rounds.push(await playRound({ project, world, node, chance, mostKills, requests, isTorn }));
    }
    process.stdout.write(summaryOf(rounds, performance.now() - startedAt));
    for (const { twice, twiceTorn } of rounds) {
      assert.isEmpty(
        twice.filter((address) => !twiceTorn.includes(address)),
        "sent twice",
      );
    }
  });

  it("should follow the jobs that still run after a kill instead of sending them again", async () => {
    const contracts = await prepareBatch(project, world);
    const watch = new Watch(world, node, chance);
    // No job ends before the second run has polled some.
    const jobs = Promise.withResolvers<void>();
    const two = Promise.withResolvers<void>();
    watch.holdSubmission = () => two.promise;
    let submissions = 0;
    let isRunAgain = false;
    watch.onMoment = ({ run, step }, moment) => {
      if (run === 2 && !isRunAgain) {
        isRunAgain = true;
        setTimeout(jobs.resolve, GOES_ON_MS);
      }
      if (run !== 1 || step !== "submission" || moment !== "asked" || ++submissions !== 2) return;
      watch.jobsWaitFor = jobs.promise;
      two.resolve();
    };
    watch.run += 1;
    const { child, ended } = await startHardhat(project, RUN_BATCH, { world });
    const known = async () => [...(await withKnownJob(journalFolder(project)))];
    while ((await known()).length < 2 && child.exitCode === null) await sleep(20);
    child.kill("SIGKILL");
    const { stdout, stderr } = await ended;
    const started = await known();
    assert.isAtLeast(started.length, 2, stdout + stderr);
    assertVerified(await runBatch(project, world, watch), contracts);
    assert.isAtLeast(watch.resumedIn(2), 2);
    for (const address of started) assert.lengthOf(watch.submissions(address), 1, address);
  });

  it("should resend only the contracts whose records the service lost, after one wait for all", async () => {
    const contracts = await prepareBatch(project, world);
    const watch = new Watch(world, node, chance);
    assertVerified(await runBatch(project, world, watch), contracts);
    const [first, , third] = contracts.map(({ address }) => address.toLowerCase());
    const lost = [first, third, contracts.at(-1)?.address.toLowerCase()].flatMap((address) => address ?? []);
    for (const address of lost) watch.lost.add(address);

    assertVerified(await runBatch(project, world, watch, [], 2 * LOST_RECORD_MS), contracts);
    const sent = watch.seen.filter(({ run, step }) => run === 2 && step === "submission");
    assert.sameMembers(
      sent.map(({ address }) => address),
      lost,
      "sent twice",
    );
  });

  it("should succeed with --fresh after a kill", async () => {
    const options = { project, world, node, chance, mostKills: 1, requests, isTorn: false };
    await playRound({ ...options, more: ["--fresh"] });
  });

  it("should do no harm when two runs resume at once", async () => {
    for (let pair = 0; pair < PAIRS; pair++) {
      const contracts = await prepareBatch(project, world);
      const watch = new Watch(world, node, chance);
      const runs = await Promise.all([runBatch(project, world, watch), runBatch(project, world, watch)]);
      for (const run of runs) assertVerified(run, contracts);
      for (const { address } of contracts) {
        const accepted = watch.submissions(address).filter(({ status }) => status === 202);
        assert.isNotEmpty(accepted, address);
        // The service may accept several at the same instant.
        assert.isAtMost(accepted.length, 2, address);
      }
    }
  });

  it("should work without a journal when it can't write one, and say so once", async () => {
    const contracts = await prepareBatch(project, world);
    const watch = new Watch(world, node, chance);
    // A read-only folder wouldn't stop an administrator.
    await mkdir(path.dirname(journalFolder(project)), { recursive: true });
    await writeFile(journalFolder(project), "");
    assertVerified(await runBatch(project, world, watch), contracts);

    await writeFile(path.join(project.root, "told.ts"), TELLING_SCRIPT);
    await prepareBatch(project, world);
    await writeFile(journalFolder(project), "");
    const { ended } = await startHardhat(project, ["run", "told.ts", "--no-compile"], { world });
    const { stdout, stderr } = await ended;
    const told = JSON.parse(stdout || stderr) as readonly { readonly reason: string }[];
    assert.lengthOf(told, 1);
    assert.match(told[0]?.reason ?? "", /verify-contract/);
    await rm(journalFolder(project));
  });

  async function recordsOf(addresses: readonly string[]): Promise<readonly unknown[]> {
    const { verification, chainId } = world.services;
    return Promise.all(
      addresses.map(async (address) =>
        (await fetch(`${verification.url}/v2/contract/${chainId}/${address}?fields=all`)).json(),
      ),
    );
  }
});

function summaryOf(rounds: readonly Round[], elapsedMs: number): string {
  const sum = (of: (round: Round) => number) => rounds.reduce((before, round) => before + of(round), 0);
  return [
    `  ${sum(({ kills }) => kills)} kills in ${rounds.length} batches; ${sum(({ tears }) => tears)} times the journal was torn`,
    `  ${sum(({ runsThatResumed }) => runsThatResumed)} of ${sum(({ runs }) => runs)} runs went on with jobs of earlier ones, ${sum(({ resumedJobs }) => resumedJobs)} jobs in all`,
    `  ${sum(({ twice }) => twice.length)} contracts with two accepted submissions, ${sum(({ twiceTorn }) => twiceTorn.length)} of them with a torn line`,
    `  ${sum(({ duplicates }) => duplicates)} submissions refused because a job was running, ${sum(({ alreadyVerified }) => alreadyVerified)} because it had ended`,
    `  seed ${SEED}, ${Math.round(elapsedMs / 1000)} s`,
    "",
  ].join("\n");
}
