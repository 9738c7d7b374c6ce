import { assert } from "chai";
import { startDeadline } from "../../src/internal/pipeline/deadline.ts";
import {
  ACCEPTED,
  matchedJob,
  NOT_VERIFIED,
  record,
  runPipeline,
  type Setting,
  stored,
} from "../helpers/pipeline/world.ts";
import { type Behaviour, json } from "../helpers/services/fault-server.ts";
import { VERIFICATION_ID } from "../helpers/services/quick.ts";

const MINUTE_MS = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString();
const changed = (change: Readonly<Record<string, unknown>>, ...sides: Parameters<typeof record>): Behaviour =>
  json(200, { ...record(...sides), ...change });
async function runWith(records: readonly Behaviour[], job = matchedJob(), setting: Setting = {}) {
  const script = { record: records, submit: [ACCEPTED], job: [job] };
  const run = await runPipeline({ script, ...setting });
  const claim = run.report.claims?.find(({ id }) => id === "record");
  return { ...run, claim };
}

describe("pipeline - the record and the job of this run", () => {
  it("should wait for a record that lags behind the job, and ask for its matches alone", async () => {
    const { report, service } = await runWith([NOT_VERIFIED, stored("match"), stored("match"), stored()]);
    assert.equal(report.outcome, "verified");
    assert.equal(report.verdict, "verified");
    assert.equal(report.match?.runtimeMatch, "exact_match");
    assert.equal(service.count("record"), 5);
  });

  it("should refute a record with the job's id and a weaker match", async () => {
    const { report, exitCode, claim } = await runWith([NOT_VERIFIED, stored("match")]);
    assert.equal(claim?.state, "refuted", claim?.reason);
    assert.equal(report.outcome, "check-failed");
    assert.equal(exitCode, 1);
  });

  for (const [what, records] of [
    ["of another id", [NOT_VERIFIED, changed({ matchId: "7" }, "match")]],
    ["without an id", [NOT_VERIFIED, changed({ matchId: null }, "match")]],
    ["whose id it had before the upgrade", [stored("match")]],
    ["that lacks the creation side", [NOT_VERIFIED, changed({ matchId: null }, "exact_match", "match")]],
  ] as const)
    it(`should not tell with a weaker record ${what}, which may still catch up`, async () => {
      const { report, exitCode, claim } = await runWith(records);
      assert.equal(claim?.state, "open", claim?.reason);
      assert.isTrue(claim?.mayClose);
      assert.equal(report.outcome, "unavailable");
      assert.equal(exitCode, 3);
    });

  it("should wait no longer than the deadline leaves time for the cross-check", async () => {
    using deadline = startDeadline(2_000, undefined);
    const { report, claim } = await runWith([NOT_VERIFIED, changed({ matchId: null }, "match")], undefined, {
      ports: { signal: deadline.signal, leftMs: deadline.leftMs },
    });
    assert.equal(claim?.state, "open");
    assert.isAbove(report.timings.recordMs ?? 0, 1_000);
  });

  it("should end at the deadline between two checks, which keep the signal from being heard", async () => {
    let left = 60_000;
    const { report } = await runWith([NOT_VERIFIED, stored()], undefined, {
      ports: { leftMs: () => left },
      onProgress: ({ type }) => {
        if (type === "checking") left = 0;
      },
    });
    assert.equal(report.outcome, "timed-out");
    assert.equal(report.error?.code, "VC407");
  });
});

describe("pipeline - when a record was verified, by the service's clock", () => {
  it("should refute a new record that was verified before there was one", async () => {
    const old = { verifiedAt: ago(11) };
    const job = json(200, {
      isJobCompleted: true,
      verificationId: VERIFICATION_ID,
      contract: { ...record(), ...old },
    });
    const { claim } = await runWith([NOT_VERIFIED, changed(old)], job);
    assert.equal(claim?.state, "refuted", claim?.reason);
  });
});
