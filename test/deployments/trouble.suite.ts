import { assert } from "chai";

import { startHardhat, verify, verifyJson } from "../helpers/cli.ts";
import { recordedFacts } from "../helpers/deployments/expected.ts";
import { neverEnding } from "../helpers/deployments/never-ending.ts";
import { acceptedAddresses, inOrder, type Stage, stageOf } from "../helpers/deployments/stage.ts";
import type { Reply } from "../helpers/recording-proxy.ts";
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

  it("should slow down where the service allows few requests a second, say so, and verify all", async () => {
    stage.world.verification.answer = atMostASecond(6);
    const { report, stderr } = await verifyJson(stage.project, ["deployments"], {
      ...stage,
      // As it comes: how long to wait after a refusal is what this is about.
      config: { ...stage.world.config, retry: { pollIntervalMs: 100, maxPollIntervalMs: 500 } },
    });
    assert.equal(report.exitCode, 0, stderr);
    assert.deepEqual(report.summary.outcomes, { verified: everything.length });
    assert.match(stderr, /^! Rate limited by 127\.0\.0\.1:\d+: pausing all requests to it for /m);
    assert.deepEqual([...acceptedAddresses(stage.world)].sort(), [...everything].sort());
  });

  it("should report an unknown result when the node is out of reach", async () => {
    const { report } = await verifyJson(stage.project, ["deployments"], {
      ...stage,
      env: { RPC_URL: "http://127.0.0.1:9" },
    });
    assert.equal(report.exitCode, 3);
    assert.equal(report.error?.code, "VC302");
    assert.isEmpty(stage.world.verification.requests);
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

/** Refuses what comes after so many requests of the last second. */
function atMostASecond(most: number): () => Reply | undefined {
  let served: number[] = [];
  return () => {
    const now = performance.now();
    served = served.filter((at) => now - at < 1_000);
    if (served.length >= most)
      return { status: 429, body: { customCode: "too_many_requests", message: "Slow down" } };
    served.push(now);
    return undefined;
  };
}
