import { assert } from "chai";
import { startDeadline } from "../../src/internal/pipeline/deadline.ts";
import { matchedJob, NOT_VERIFIED, record, stored } from "../helpers/pipeline/answers.ts";
import { runPipeline, type Setting } from "../helpers/pipeline/world.ts";
import { type Behaviour, json } from "../helpers/services/fault-server.ts";

const changed = (change: Readonly<Record<string, unknown>>, ...sides: Parameters<typeof record>): Behaviour =>
  json(200, { ...record(...sides), ...change });
async function runWith(records: readonly Behaviour[], job = matchedJob(), setting: Setting = {}) {
  const script = { record: records, job: [job] };
  const run = await runPipeline({ script, ...setting });
  const claim = run.report.claims?.find(({ id }) => id === "record");
  return { ...run, claim };
}

describe("pipeline - the record and the job of this run", () => {
  it("should wait for a record that lags behind the job, and read only its matches", async () => {
    // On a busy machine, three answers can take longer than the usual patience of a test.
    const ports = { polling: { firstDelayMs: 2, maxDelayMs: 6, lookForMs: 10_000 } };
    const records = [NOT_VERIFIED, stored("match"), stored("match"), stored()];
    const { report, service } = await runWith(records, undefined, { ports });
    assert.deepEqual([report.outcome, report.verdict], ["verified", "verified"]);
    assert.deepEqual([report.match?.runtimeMatch, service.count("record")], ["exact_match", 5]);
  });

  it("should refute a record with the job's id and a weaker match", async () => {
    const { report, exitCode, claim } = await runWith([NOT_VERIFIED, stored("match")]);
    assert.equal(claim?.state, "refuted", claim?.reason);
    assert.deepEqual([report.outcome, exitCode], ["check-failed", 1]);
  });

  it("should suggest the local services for the record of a development chain before its restart", async () => {
    const { runtimeBytecode } = record() as { readonly runtimeBytecode: object };
    const earlier = changed({ runtimeBytecode: { ...runtimeBytecode, onchainBytecode: "0x6001" } });
    const { report } = await runWith([earlier]);
    assert.equal(report.error?.code, "VC412");
    assert.include(report.error?.likely, "the node was restarted");
    assert.match(report.error?.next ?? "", / --local$/);
  });

  it("should report a stale record first, and the checks that fail with it on one line", async () => {
    const { runtimeBytecode } = record() as { readonly runtimeBytecode: object };
    const earlier = changed({
      runtimeBytecode: { ...runtimeBytecode, onchainBytecode: "0x6001", recompiledBytecode: "0x6001" },
      abi: [],
    });
    const { report } = await runWith([earlier]);
    const failed = report.checks.filter(({ status }) => status === "failed").map(({ id }) => id);
    assert.includeMembers(failed, ["stale-record", "abi", "runtime-code-chain"]);
    const [first, others, ...more] = report.error?.facts ?? [];
    assert.deepEqual([first?.label, more], ["stale-record", []]);
    assert.sameMembers(
      others?.value.split(", ") ?? [],
      failed.filter((id) => id !== "stale-record"),
    );
  });

  for (const [what, records] of [
    ["with another id", [NOT_VERIFIED, changed({ matchId: "7" }, "match")]],
    ["without an id", [NOT_VERIFIED, changed({ matchId: null }, "match")]],
    ["with the id from before the upgrade", [stored("match")]],
    ["without the creation side", [NOT_VERIFIED, changed({ matchId: null }, "exact_match", "match")]],
  ] as const)
    it(`should leave the claim open for a weaker record ${what}, which may still catch up`, async () => {
      const { report, exitCode, claim } = await runWith(records);
      assert.equal(claim?.state, "open", claim?.reason);
      assert.isTrue(claim?.mayClose);
      assert.deepEqual([report.outcome, exitCode], ["unavailable", 3]);
    });

  it("should stop waiting early enough before the deadline for the cross-check", async () => {
    using deadline = startDeadline(2_000, undefined);
    const { report, claim } = await runWith([NOT_VERIFIED, changed({ matchId: null }, "match")], undefined, {
      ports: { signal: deadline.signal, leftMs: deadline.leftMs },
    });
    assert.equal(claim?.state, "open");
    assert.isAbove(report.timings.recordMs ?? 0, 1_000);
  });

  it("should end at the deadline between two checks, although they block the signal", async () => {
    let left = 60_000;
    const { report } = await runWith([NOT_VERIFIED, stored()], undefined, {
      ports: { leftMs: () => left },
      onProgress: ({ type }) => {
        if (type === "checking") left = 0;
      },
    });
    assert.deepEqual([report.outcome, report.error?.code], ["timed-out", "VC407"]);
  });
});
