import { assert } from "chai";
import { ServiceError } from "../../src/internal/services/service-error.ts";
import { VerificationService } from "../../src/internal/services/verification/verification-service.ts";
import type { EarlierJob } from "../../src/internal/submission/journal.ts";
import { type SubmitOptions, submit } from "../../src/internal/submission/submit.ts";
import {
  accepted,
  arrivesAndIsLost,
  refused,
  type ScriptedService,
  scriptedService,
} from "../helpers/scripted-service.ts";
import { SUBMISSION } from "../helpers/services/examples.ts";
import { failureOf } from "../helpers/services/failure-of.ts";
import { json, text } from "../helpers/services/fault-server.ts";
import { ADDRESS, QUICK, VERIFICATION_ID } from "../helpers/services/quick.ts";

const NEVER = new AbortController().signal;
const duplicate = refused(429, "duplicate_verification_request");

interface Told extends Partial<SubmitOptions> {
  readonly signal?: AbortSignal;
  readonly requestTimeoutMs?: number;
  readonly lookForMs?: number;
}

function submitTo({ url }: Pick<ScriptedService, "url">, told: Told = {}) {
  const { signal = NEVER, requestTimeoutMs = QUICK.requestTimeoutMs, lookForMs = 20, ...options } = told;
  const service = new VerificationService({ url, ...QUICK, requestTimeoutMs });
  const polling = { firstDelayMs: 2, maxDelayMs: 6, lookForMs };
  const pacing = { polling, clock: { elapsedMs: () => performance.now() }, signal };
  return submit(service, { chainId: 296, address: ADDRESS }, SUBMISSION, {
    ...OPTIONS,
    ...options,
    ...pacing,
  });
}

const OPTIONS = {
  mayHaveArrived: false,
  waitForOtherJob: true,
  onOtherJob: () => {},
  jobOfOtherRun: () => Promise.resolve(undefined),
  isStored: () => Promise.resolve(false),
};

describe("job - submitting", () => {
  it("returns the job's id", async () => {
    await using service = await scriptedService({ submit: [accepted(VERIFICATION_ID)] });
    assert.deepInclude(await submitTo(service), { kind: "job", verificationId: VERIFICATION_ID });
    const sent = JSON.parse(service.submissions[0]?.body ?? "");
    assert.equal(sent.contractIdentifier, SUBMISSION.contractIdentifier);
    assert.deepEqual(sent.stdJsonInput.sources, SUBMISSION.stdJsonInput.sources);
  });

  it("reports that the contract is already stored after 409 already_verified", async () => {
    await using service = await scriptedService({ submit: [refused(409, "already_verified")] });
    assert.deepEqual(await submitTo(service), { kind: "without-job", isRefused: true });
    assert.equal(service.count("submit"), 1);
  });

  it("waits for someone else's running job, and reports the wait", async () => {
    await using service = await scriptedService({
      submit: [duplicate, duplicate, duplicate, duplicate, accepted(VERIFICATION_ID)],
    });
    let told = 0;
    const submitted = await submitTo(service, { onOtherJob: () => (told += 1) });
    assert.deepEqual([submitted.kind, told], ["job", 4]);
  });

  it("follows another run's job for the same input, once its id is known", async () => {
    await using service = await scriptedService({ submit: [duplicate] });
    const sentAt = new Date();
    const job: EarlierJob = { kind: "job", verificationId: VERIFICATION_ID, result: undefined, at: sentAt };
    let asked = 0;
    const jobOfOtherRun = () => Promise.resolve(++asked === 2 ? job : undefined);
    const submitted = await submitTo(service, { jobOfOtherRun });
    assert.deepEqual(submitted, { kind: "job", verificationId: VERIFICATION_ID, sentAt });
    assert.equal(service.count("submit"), 2);
  });

  for (const [what, answers, isAsked] of [
    ["someone else's job", [duplicate], [false, false, false]],
    ["its own job with a lost id", [arrivesAndIsLost, duplicate], [true, true, true, true]],
  ] as const)
    it(`checks the record before it resends, and accepts the result of ${what}`, async () => {
      await using service = await scriptedService({ submit: answers });
      const asked: boolean[] = [];
      const isStored = (mayBeOurs: boolean) => {
        asked.push(mayBeOurs);
        return Promise.resolve(asked.length === isAsked.length);
      };
      assert.deepEqual(await submitTo(service, { isStored }), { kind: "without-job" });
      assert.equal(service.count("submit"), 3);
      assert.deepEqual<readonly boolean[]>(asked, isAsked);
    });

  it("doesn't wait for someone else's job if the stored match is enough", async () => {
    await using service = await scriptedService({ submit: [duplicate] });
    assert.deepEqual(await submitTo(service, { waitForOtherJob: false }), {
      kind: "without-job",
      mayRun: false,
    });
    assert.equal(service.count("submit"), 1);
    const lost = await submitTo(service, { waitForOtherJob: false, mayHaveArrived: true });
    assert.deepEqual(lost, { kind: "without-job", mayRun: true });
  });

  for (const [what, lost] of [
    ["the connection is lost", arrivesAndIsLost],
    ["the service answers 500", refused(500, "internal_error")],
  ] as const) {
    it(`doesn't resend a submission that arrived although ${what}`, async () => {
      await using service = await scriptedService({ submit: [lost, accepted(VERIFICATION_ID)] });
      let asked = 0;
      const isStored = () => Promise.resolve(++asked > 0);
      assert.deepEqual(await submitTo(service, { isStored }), { kind: "without-job" });
      assert.deepEqual([service.count("submit"), asked], [1, 1]);
    });

    it(`resends a submission that didn't arrive because ${what}`, async () => {
      await using service = await scriptedService({ submit: [lost, accepted(VERIFICATION_ID)] });
      assert.equal((await submitTo(service)).kind, "job");
      assert.equal(service.count("submit"), 2);
    });

    it(`stops resending after a few attempts if ${what}`, async () => {
      await using service = await scriptedService({ submit: [lost] });
      await failureOf(submitTo(service));
      assert.equal(service.count("submit"), 3);
    });
  }

  it("rethrows the record's failure if a submission may have arrived", async () => {
    const outOfReach = new ServiceError("The record is out of reach.", {
      service: "verification service",
      kind: "server-error",
      method: "GET",
      url: "http://127.0.0.1/v2/contract",
      reason: "503",
    });
    const isStored = () => Promise.reject(outOfReach);
    for (const mayHaveArrived of [false, true]) {
      await using service = await scriptedService({ submit: [arrivesAndIsLost] });
      const thrown = await failureOf(submitTo(service, { isStored, mayHaveArrived }));
      assert.deepEqual([thrown, service.count("submit")], [outOfReach, mayHaveArrived ? 0 : 1]);
    }
  });

  it("draws no conclusion from a refusal if an earlier submission may have arrived", async () => {
    const refusal = refused(400, "invalid_parameter");
    await using afterLost = await scriptedService({ submit: [arrivesAndIsLost, refusal] });
    assert.equal((await failureOf(submitTo(afterLost))).customCode, "invalid_parameter");
    await using ofEarlierRun = await scriptedService({ submit: [refusal] });
    const thrown = await failureOf(submitTo(ofEarlierRun, { mayHaveArrived: true }));
    assert.equal(thrown.customCode, "invalid_parameter");
  });

  for (const [status, customCode] of [
    [400, "invalid_parameter"],
    [413, "too_large"],
  ] as const)
    it(`doesn't resend after ${status} ${customCode}`, async () => {
      await using service = await scriptedService({ submit: [refused(status, customCode)] });
      const result = await submitTo(service);
      assert(result.kind === "without-job" && result.error !== undefined);
      assert.deepInclude(result.error, { kind: "refused", customCode });
      assert.equal(service.count("submit"), 1);
    });

  it("draws no conclusion from an unreadable success", async () => {
    for (const behaviour of [json(202, {}), json(202, { verificationId: "1" }), text(200, "<html>")]) {
      await using service = await scriptedService({ submit: [behaviour] });
      assert.equal((await failureOf(submitTo(service))).kind, "unusable");
      assert.equal(service.count("submit"), 1);
    }
  });

  it("looks for the result after an unreadable success, without resending", async () => {
    await using service = await scriptedService({ submit: [text(202, '{"verificationId":')] });
    let asked = 0;
    const isStored = () => Promise.resolve(++asked === 3);
    assert.equal((await submitTo(service, { isStored, lookForMs: 2000 })).kind, "without-job");
    assert.deepEqual([service.count("submit"), asked], [1, 3]);
  });

  it("treats a redirect as a refusal, without looking for a result", async () => {
    const elsewhere = text(307, "", { location: "https://elsewhere.example/" });
    await using service = await scriptedService({ submit: [elsewhere] });
    const isStored = () => assert.fail("asked");
    const result = await submitTo(service, { isStored });
    assert(result.kind === "without-job" && result.error !== undefined);
    assert.equal(result.error.kind, "unusable");
  });
});
