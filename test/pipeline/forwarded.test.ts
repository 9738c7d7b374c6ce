import { assert } from "chai";
import type { Ports } from "../../src/internal/pipeline/ports.ts";
import { withForwarded } from "../../src/internal/pipeline/stages/watch-forwarded.ts";
import type { ContractReport } from "../../src/internal/report/model.ts";
import { VerificationService } from "../../src/internal/services/verification/verification-service.ts";
import { ForwardingMemory } from "../../src/internal/submission/forwarding.ts";
import type { EarlierJob, Journal } from "../../src/internal/submission/journal.ts";
import {
  ACCEPTED,
  matchedJob,
  NOT_VERIFIED,
  PENDING,
  project,
  type Run,
  runPipeline,
  type Setting,
  stored,
} from "../helpers/pipeline/world.ts";
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

/** A service whose job answers so, from its end on. */
function script(...afterEnd: readonly Behaviour[]): Script {
  return { submit: [ACCEPTED], job: [PENDING, ENDED, ...afterEnd], record: [NOT_VERIFIED, stored()] };
}

/** Verifies where what was forwarded is shown. */
async function verify(
  of: Script,
  forwards: boolean | undefined,
  more: Setting = {},
): Promise<Run & { readonly tookMs: number }> {
  const startedMs = performance.now();
  const run = await runPipeline({
    ...more,
    script: of,
    request: { forwarded: "by-each", ...more.request },
    ports: { forwarding: new ForwardingMemory().of("http://x", 1, forwards), ...more.ports },
  });
  return { ...run, tookMs: performance.now() - startedMs };
}

function statesOf({ report }: Run): readonly string[] | undefined {
  return report.forwarded?.map(({ to, state }) => `${to} ${state}`);
}

/** A journal that knows a job of an earlier run. */
function journalWith(job: Partial<EarlierJob>): Journal {
  const earlier = { kind: "job", verificationId: VERIFICATION_ID, result: undefined, at: new Date(), ...job };
  return { lookUp: () => Promise.resolve(earlier as EarlierJob), note: () => Promise.resolve() };
}

describe("pipeline - forwarded verifications", function () {
  this.timeout(20_000);

  it("should wait for answers that come after the job's end, where the service forwards", async () => {
    const run = await verify(
      script(ENDED, ENDED, ENDED, forwardedJob(ETHERSCAN), forwardedJob(BOTH), forwardedJob(ALL)),
      true,
    );
    assert.deepEqual(statesOf(run), [
      "etherscan accepted",
      "blockscout already-verified",
      "routescan not-accepted",
    ]);
    assert.equal(run.report.forwarded?.[0]?.explorerUrl, "https://etherscan.io/address/0x1");
    assert.equal(run.report.outcome, "verified");
  });

  it("should wait for others for a while after the first answered, and no longer", async () => {
    const run = await verify(script(forwardedJob(ETHERSCAN), forwardedJob(BOTH)), true);
    assert.deepEqual(statesOf(run), ["etherscan accepted", "routescan not-accepted"]);
    assert.isBelow(run.tookMs, 8000);
  });

  it("should not wait for a service that is not known to forward", async () => {
    for (const forwards of [undefined, false]) {
      const run = await verify(script(), forwards);
      assert.isUndefined(run.report.forwarded);
      assert.isBelow(run.tookMs, 3000, String(forwards));
      assert.equal(run.report.outcome, "verified");
    }
  });

  it("should show what comes while the record is read and checked, of any service", async () => {
    const slowRecord: Behaviour = (request, response) => setTimeout(() => stored()(request, response), 300);
    const run = await verify(
      { ...script(ENDED, forwardedJob(ALL)), record: [NOT_VERIFIED, slowRecord] },
      undefined,
    );
    assert.lengthOf(run.report.forwarded ?? [], 3);
  });

  it("should ask for none where none is shown, or where the service is said to forward nothing", async () => {
    const quiet = await verify(script(forwardedJob(ALL)), true, {
      request: { forwarded: "never" },
    });
    const never = await verify(script(forwardedJob(ALL)), false);
    for (const { service, report } of [quiet, never]) {
      assert.equal(service.count("job"), 2);
      assert.isUndefined(report.forwarded);
    }
  });

  it("should take the last answer of a job that ended long ago, and not ask again", async () => {
    const run = await verify({ job: [forwardedJob(ETHERSCAN)], record: [NOT_VERIFIED, stored()] }, true, {
      ports: { journal: journalWith({}) },
    });
    assert.equal(run.service.count("job"), 1);
    assert.deepEqual(statesOf(run), ["etherscan accepted"]);
  });

  it("should watch a job of an earlier run that still runs", async () => {
    const run = await verify(
      { job: [PENDING, ENDED, forwardedJob(ALL)], record: [NOT_VERIFIED, stored()] },
      true,
      { ports: { journal: journalWith({}) } },
    );
    assert.lengthOf(run.report.forwarded ?? [], 3);
  });

  it("should come to the same verdict whatever the answers are, and where there are none", async () => {
    const odd: Readonly<Record<string, Behaviour>> = {
      "an error": json(500, { customCode: "internal_error", message: "x" }),
      "no job any more": json(404, { customCode: "job_not_found", message: "x" }),
      "a failed job": json(200, { isJobCompleted: true, contract: null }),
      "a job that runs again": PENDING,
      "a torn answer": (request) => request.socket.destroy(),
      "a page": (_, response) => response.end("<html>"),
      "odd values": forwardedJob({ etherscan: 7, blockscout: [], routescan: { verificationId: {} } }),
    };
    for (const [name, behaviour] of Object.entries(odd)) {
      const events: string[] = [];
      const run = await verify(script(behaviour), true, {
        ports: { leftMs: () => 2000 },
        onProgress: ({ type }) => events.push(type),
      });
      assert.equal(run.report.outcome, "verified", name);
      assert.equal(run.exitCode, 0, name);
      assert.isUndefined(run.report.forwarded, name);
      assert.notInclude(events, "retrying", name);
      // A fifth of the time that is left.
      assert.isBelow(run.tookMs, 2500, name);
    }
  });

  it("should keep what was answered where the run ends otherwise", async () => {
    const edited = stored("exact_match", "exact_match", project({ optimizer: { enabled: true, runs: 7 } }));
    const run = await verify(
      { ...script(), job: [PENDING, forwardedJob(ALL)], record: [NOT_VERIFIED, edited] },
      true,
    );
    assert.equal(run.report.outcome, "check-failed");
    assert.lengthOf(run.report.forwarded ?? [], 3);
  });

  it("should conclude with its verdict where the user stops it while it waits", async () => {
    const controller = new AbortController();
    const run = await verify(script(), true, {
      ports: { signal: controller.signal },
      onProgress: ({ type }) => {
        if (type === "waiting-for-forwarded") controller.abort();
      },
    });
    assert.equal(run.report.outcome, "verified");
    assert.isBelow(run.tookMs, 5000);
  });
});

describe("pipeline - forwarded verifications of many contracts", function () {
  this.timeout(20_000);

  const id = (index: number): string => VERIFICATION_ID.replace(/.$/, String(index));
  const reports = (...more: readonly Partial<ContractReport>[]): readonly ContractReport[] =>
    more.map((each, index) => contractOf({ verificationId: id(index), ...each }));

  it("should be read once each at the end, where they are to be expected, and no contract waits", async () => {
    const of = script(ENDED, ENDED, ENDED, forwardedJob(ALL));
    const { report, tookMs } = await verify(of, true, {
      request: { forwarded: "at-end" },
    });
    assert.isUndefined(report.forwarded);
    assert.isBelow(tookMs, 3000);

    await using service = await serve((request, response) => {
      const verificationId = request.url?.split("/").at(-1) ?? "";
      if (verificationId === id(1)) json(500, {})(request, response);
      else json(200, { ...ENDED_JOB, verificationId, externalVerifications: ALL })(request, response);
    });
    const forwarding = new ForwardingMemory().of("http://x", 1, undefined);
    const ports = {
      verification: new VerificationService({ ...QUICK, url: service.url }),
      forwarding,
      clock: { elapsedMs: () => 0, now: () => new Date(), wait: () => Promise.resolve() },
      signal: new AbortController().signal,
    };
    const before = reports({}, {}, { outcome: "mismatch" }, { outcome: "already-verified" }, {});
    assert.strictEqual(await withForwarded(before, ports), before);
    assert.isEmpty(service.requests);
    forwarding.note(true);
    const after = await withForwarded(before, ports);
    assert.deepEqual(
      after.map(({ forwarded }) => forwarded?.length),
      [3, undefined, undefined, undefined, 3],
    );
    assert.lengthOf(service.requests, 3);
  });

  it("should not be waited for again where none came in time", () => {
    const memory = new ForwardingMemory();
    const [one, other] = [memory.of("http://x", 1, true), memory.of("http://x", 1, true)];
    const [elsewhere, said] = [memory.of("http://x", 2, true), memory.of("http://x", 1, false)];
    one.note(false);
    assert.deepEqual(
      [one, other, elsewhere, said].map(({ isExpected }) => isExpected()),
      [false, false, true, false],
    );
    other.note(true);
    one.note(false);
    assert.deepEqual(
      [one, other, said].map(({ isExpected }) => isExpected()),
      [true, true, false],
    );
  });

  it("should be waited for where one came from a service that nothing was known of", () => {
    const memory = new ForwardingMemory();
    const unknown: NonNullable<Ports["forwarding"]> = memory.of("http://x", 1, undefined);
    assert.isUndefined(unknown.isExpected());
    unknown.note(true);
    assert.isTrue(memory.of("http://x", 1, undefined).isExpected());
  });
});
