import { assert } from "chai";
import { readForwarded } from "../../src/internal/pipeline/explorers.ts";
import type { Ports } from "../../src/internal/pipeline/ports.ts";
import { verifyContract } from "../../src/internal/pipeline/verify-contract.ts";
import { VerificationService } from "../../src/internal/services/verification/verification-service.ts";
import { matchedJob, NOT_VERIFIED, PENDING, stored } from "../helpers/pipeline/answers.ts";
import { type Run, type Setting, withPorts } from "../helpers/pipeline/world.ts";
import { contractOf } from "../helpers/report-parts.ts";
import type { Script } from "../helpers/scripted-service.ts";
import { ENDED_JOB } from "../helpers/services/examples.ts";
import { type Behaviour, json, serve } from "../helpers/services/fault-server.ts";
import { QUICK, VERIFICATION_ID } from "../helpers/services/quick.ts";

const ETHERSCAN = { etherscan: { verificationId: "abc", explorerUrl: "https://etherscan.io/address/0x1" } };
const BOTH = { ...ETHERSCAN, routescan: { error: "daily limit reached" } };
const ALL = { ...BOTH, blockscout: { verificationId: "VERIFIER_ALREADY_VERIFIED" } };
const ENDED = matchedJob();

function forwardedJob(externalVerifications: unknown): Behaviour {
  return matchedJob("exact_match", "exact_match", externalVerifications);
}

/** A service that gives these answers once its job has ended. */
function script(...afterEnd: readonly Behaviour[]): Script {
  return { job: [PENDING, ENDED, ...afterEnd], record: [NOT_VERIFIED, stored()] };
}

async function verify(of: Script, forwards: boolean | undefined, more: Setting = {}) {
  const waits: number[] = [];
  const events: string[] = [];
  return withPorts({ ...more, script: of }, async (ports, request, service) => {
    const before = await verifyContract(request, ports);
    const clock: Ports["clock"] = { ...ports.clock, wait: async (ms) => void waits.push(ms) };
    const onProgress: Ports["onProgress"] = (event) => {
      events.push(event.type);
      ports.onProgress(event);
    };
    const [report = before] = await readForwarded([before], { ...ports, clock, forwards, onProgress });
    return { report, before, waits, events, askedJob: service.count("job") };
  });
}

function statesOf({ report }: Pick<Run, "report">): readonly string[] | undefined {
  return report.forwarded?.map(({ to, state }) => `${to} ${state}`);
}

describe("pipeline - forwarded verifications", () => {
  it("should wait for results that arrive after the run if the service forwards jobs", async () => {
    const run = await verify(script(ENDED, ENDED, ENDED, forwardedJob(ALL)), true);
    assert.deepEqual(statesOf(run), [
      "etherscan accepted",
      "blockscout already-verified",
      "routescan not-accepted",
    ]);
    assert.equal(run.report.forwarded?.[0]?.explorerUrl, "https://etherscan.io/address/0x1");
    assert.equal(run.report.outcome, "verified");
    assert.lengthOf(run.waits, 4);
    assert.include(run.events, "waiting-for-forwarded");
  });

  it("should wait ten seconds at most", async () => {
    const { waits, report } = await verify(script(), true);
    assert.equal(
      waits.reduce((sum, ms) => sum + ms, 0),
      10_000,
    );
    assert.isUndefined(report.forwarded);
  });

  it("should send no request if the service forwards nothing, or if all results are known", async () => {
    for (const [forwards, job] of [
      [false, ENDED],
      [true, forwardedJob(ALL)],
    ] as const) {
      const { askedJob, waits } = await verify({ ...script(), job: [PENDING, job] }, forwards);
      assert.equal(askedJob, 2);
      assert.isEmpty(waits);
    }
  });

  it("should keep the verdict whatever the answers are", async () => {
    const odd: Readonly<Record<string, Behaviour>> = {
      "an error": json(500, { customCode: "internal_error", message: "x" }),
      "a failed job": json(200, { isJobCompleted: true, contract: null }),
      "a torn answer": (request) => request.socket.destroy(),
      "odd values": forwardedJob({ etherscan: 7, blockscout: [], routescan: { verificationId: {} } }),
    };
    for (const [name, behaviour] of Object.entries(odd)) {
      const { report, before, events } = await verify(script(behaviour), true);
      assert.strictEqual(report, before, name);
      assert.equal(report.outcome, "verified", name);
      assert.notInclude(events, "retrying", name);
    }
  });

  it("should keep the verdict if the user stops the run during the wait", async () => {
    const controller = new AbortController();
    const { report, askedJob } = await verify(script(), true, {
      ports: { signal: controller.signal },
      onProgress: ({ type }) => {
        if (type === "waiting-for-forwarded") controller.abort();
      },
    });
    assert.deepEqual([report.outcome, askedJob], ["verified", 2]);
  });

  it("should be read for every contract whose job may still lack a result", async () => {
    const id = (index: number): string => VERIFICATION_ID.replace(/.$/, String(index));
    await using service = await serve((request, response) => {
      const verificationId = request.url?.split("/").at(-1) ?? "";
      if (verificationId === id(1)) json(500, {})(request, response);
      else json(200, { ...ENDED_JOB, verificationId, externalVerifications: ALL })(request, response);
    });
    const outcomes = ["verified", "verified", "mismatch", "already-verified", "verified"] as const;
    const before = outcomes.map((outcome, index) => contractOf({ verificationId: id(index), outcome }));
    const after = await readForwarded(before, {
      verification: new VerificationService({ ...QUICK, url: service.url }),
      forwards: undefined,
      clock: { elapsedMs: () => 0, now: () => new Date(), wait: () => Promise.resolve() },
      signal: new AbortController().signal,
      onProgress: () => {},
    });
    const lengths = after.map(({ forwarded }) => forwarded?.length);
    assert.deepEqual(lengths, [3, undefined, undefined, undefined, 3]);
  });
});
