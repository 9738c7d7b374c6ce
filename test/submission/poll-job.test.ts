import { assert } from "chai";
import { VerificationService } from "../../src/internal/services/verification/verification-service.ts";
import { pollJob } from "../../src/internal/submission/pace.ts";
import { refused, type ScriptedService, scriptedService } from "../helpers/scripted-service.ts";
import { COMPLETED_JOB, PENDING_JOB } from "../helpers/services/examples.ts";
import { failureOf } from "../helpers/services/failure-of.ts";
import { json, reset, text } from "../helpers/services/fault-server.ts";
import { QUICK, VERIFICATION_ID } from "../helpers/services/quick.ts";

const POLLING = { firstDelayMs: 2, maxDelayMs: 6 };
const CLOCK = { elapsedMs: () => performance.now() };
const NEVER = new AbortController().signal;
const pending = json(200, PENDING_JOB);
const done = json(200, COMPLETED_JOB);

const clientOf = ({ url }: ScriptedService, more = {}) => new VerificationService({ url, ...QUICK, ...more });
const poll = (service: VerificationService, signal = NEVER, onPoll = () => {}) =>
  pollJob(service, VERIFICATION_ID, { polling: POLLING, clock: CLOCK, signal }, onPoll);

describe("job - following a job to its end", () => {
  it("asks until the job has matched, and reports each poll before", async () => {
    await using service = await scriptedService({ job: [pending, pending, pending, done] });
    let polls = 0;
    const job = await poll(clientOf(service), NEVER, () => {
      polls += 1;
    });
    assert.deepInclude(job, { state: "matched" });
    assert.equal(polls, 3);
    assert.equal(service.count("job"), 4);
  });

  it("respects the Retry-After of a running job", async () => {
    const later = json(200, PENDING_JOB, { "retry-after": "1" });
    await using service = await scriptedService({ job: [later, done] });
    const startedMs = performance.now();
    assert.equal((await poll(clientOf(service))).state, "matched");
    assert.isAtLeast(performance.now() - startedMs, 990);
    assert.equal(service.count("job"), 2);
  });

  it("polls a batch's next job after half of the previous one's duration", async () => {
    const polling = { firstDelayMs: 25, maxDelayMs: 3000 };
    const waits: number[] = [];
    const clock = {
      now: () => new Date(),
      elapsedMs: () => waits.reduce((sum, ms) => sum + ms, 0),
      wait: async (ms: number) => void waits.push(ms),
    };
    await using service = await scriptedService({
      job: [...Array.from({ length: 12 }, () => pending), done, pending, done],
    });
    const follow = () =>
      pollJob(clientOf(service), VERIFICATION_ID, { polling, clock, signal: NEVER }, () => {});
    await follow();
    assert.deepEqual([...new Set(waits), waits.length], [25, 12]);
    await follow();
    assert.deepEqual(waits.slice(12), [150]);
  });

  it("continues after a few lost responses", async () => {
    const silent = Array.from({ length: 5 }, () => reset);
    await using service = await scriptedService({ job: [pending, ...silent, pending, done] });
    assert.equal((await poll(clientOf(service))).state, "matched");
  });

  it("gives up on a silent service", async () => {
    for (const silence of [reset, text(503, "down"), text(502, "<html>")]) {
      await using service = await scriptedService({ job: [pending, silence] });
      await failureOf(poll(clientOf(service)));
      assert.isAtMost(service.count("job"), 1 + 3 * QUICK.retry.attempts);
    }
  });

  it("gives up at once if the service doesn't know the job", async () => {
    await using service = await scriptedService({ job: [refused(404, "job_not_found")] });
    const error = await failureOf(poll(clientOf(service)));
    assert.deepInclude(error, { kind: "refused", customCode: "job_not_found" });
    assert.equal(service.count("job"), 1);
  });

  it("ends with the signal's reason while the job is running", async () => {
    await using service = await scriptedService({ job: [pending] });
    const stop = new AbortController();
    let polls = 0;
    const ended = poll(clientOf(service), stop.signal, () => {
      polls += 1;
      if (polls === 4) stop.abort(new Error("the deadline passed"));
    });
    const thrown: unknown = await ended.catch((error: unknown) => error);
    assert.propertyVal(thrown, "message", "the deadline passed");
    assert.equal(service.count("job"), 4);
  });
});
