import { assert } from "chai";

import { startHardhat, verify, verifyJson } from "../helpers/cli.ts";
import { recordedFacts } from "../helpers/deployments/expected.ts";
import { neverEnding } from "../helpers/deployments/never-ending.ts";
import { acceptedAddresses, inOrder, type Stage, stageOf } from "../helpers/deployments/stage.ts";
import { parseReport } from "../helpers/report-schema.ts";

const NAME = "ignition";

describe("deployments - trouble", () => {
  let stage: Stage;
  const everything = recordedFacts(NAME).map(({ address }) => address);
  beforeEach(async () => {
    stage = await stageOf(NAME);
  });
  afterEach(() => stage[Symbol.asyncDispose]());

  it("should stop at Ctrl-C with a report of all, and go on with the next run", async () => {
    const args = ["verify-contract", "deployments", "--report", "json=stopped.json"];
    const { child, shows, ended } = await startHardhat(stage.project, args, inOrder(stage));
    await shows(/^✔ \[2\/7\]/m);
    child.kill("SIGINT");
    const { exitCode, stdout } = await ended;
    assert.equal(exitCode, 3);
    assert.match(stdout, /^\? .* not tried/m);
    const stopped = parseReport(await stage.project.read("stopped.json"));
    const { verified = 0, "not-tried": notTried = 0 } = stopped.summary.outcomes;
    assert.isAtLeast(verified, 2);
    assert.isAtLeast(notTried, 1);
    assert.lengthOf(stopped.contracts, everything.length);

    const { report } = await verifyJson(stage.project, ["deployments"], stage);
    assert.equal(report.exitCode, 0);
    assert.lengthOf(report.contracts, everything.length);
    assert.deepEqual([...acceptedAddresses(stage.world)].sort(), [...everything].sort());
  });
});

describe("deployments - a job that an earlier run left", () => {
  it("should be gone on with, and forgotten with --fresh", async () => {
    // Of one contract: what is too slow for its deadline on a busy machine is none of this.
    const name = "foundry-libraries";
    await using stage = await stageOf(name);
    const { verification } = stage.world;
    const [{ address } = assert.fail()] = recordedFacts(name);
    verification.answer = neverEnding(address);
    const left = await verifyJson(stage.project, ["deployments", "--timeout", "12"], stage);
    assert.equal(left.report.exitCode, 3);
    assert.deepEqual(left.report.summary.outcomes, { "timed-out": 1 });
    assert.lengthOf(verification.submissions, 1);

    const again = await verify(stage.project, ["deployments", "--timeout", "2"], stage);
    assert.equal(again.exitCode, 3);
    assert.lengthOf(verification.submissions, 1);

    stage.world.reset();
    const { report } = await verifyJson(stage.project, ["deployments", "--fresh"], stage);
    assert.equal(report.exitCode, 0);
    assert.deepEqual(acceptedAddresses(stage.world), [address]);
  });
});
