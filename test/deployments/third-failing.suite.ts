import { assert } from "chai";

import { verify, verifyJson } from "../helpers/cli.ts";
import { recordedFacts } from "../helpers/deployments/expected.ts";
import { stable } from "../helpers/deployments/stable.ts";
import { acceptedAddresses, inOrder, type Stage, stageOf } from "../helpers/deployments/stage.ts";
import { expectGolden } from "../helpers/golden.ts";

const UNAVAILABLE = {
  status: 503,
  body: {
    customCode: "service_unavailable",
    message: "Not now",
    errorId: "0c7c4b0c-3c1e-4f0e-8d53-6c1f4c2b7c11",
  },
};

describe("deployments - a service that fails for a third of the contracts", () => {
  let stage: Stage;
  const everything = recordedFacts("hardhat-deploy-v1").map(({ address }) => address);
  const third = everything.filter((_, index) => index % 3 === 0);
  before(async () => {
    stage = await stageOf("hardhat-deploy-v1");
  });
  after(() => stage[Symbol.asyncDispose]());

  it("should end with 3, verify all others, and show which ones to run again for", async () => {
    assert.lengthOf(third, everything.length / 3);
    stage.world.verification.answer = ({ path }) =>
      third.some((address) => path.includes(address)) ? UNAVAILABLE : undefined;
    const run = await verify(stage.project, ["deployments"], inOrder(stage));
    assert.equal(run.exitCode, 3, run.stderr);
    expectGolden("deployments/third-failing.txt", stable(run.stdout, stage));
    assert.deepEqual(
      [...acceptedAddresses(stage.world)].sort(),
      everything.filter((address) => !third.includes(address)).sort(),
    );
  });

  it("should finish on the second run, which submits only what was missing", async () => {
    stage.world.reset();
    const { report } = await verifyJson(stage.project, ["deployments"], stage);
    assert.equal(report.exitCode, 0);
    assert.deepEqual(report.summary.outcomes, {
      verified: third.length,
      "already-verified": everything.length - third.length,
    });
    assert.deepEqual([...acceptedAddresses(stage.world)].sort(), [...third].sort());
    assert.lengthOf(stage.world.verification.submissions, third.length);
  });
});
