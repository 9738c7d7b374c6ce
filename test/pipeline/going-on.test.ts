import { assert } from "chai";
import type { ProgressEvent } from "../../src/internal/report/progress.ts";
import {
  applyEntry,
  type EarlierJob,
  type EarlierSubmission,
  type Journal,
  type JournalEvent,
} from "../../src/internal/submission/journal.ts";
import { temporaryFolder } from "../helpers/build-files.ts";
import { COMPILER_VERSION, compile } from "../helpers/compile.ts";
import { COUNTER, withComment } from "../helpers/contracts.ts";
import {
  ACCEPTED,
  failedJob,
  matchedJob,
  NOT_VERIFIED,
  PENDING,
  stored,
} from "../helpers/pipeline/answers.ts";
import { PATH, project } from "../helpers/pipeline/deployed.ts";
import { factIn, runPipeline, type Setting, statusIn } from "../helpers/pipeline/world.ts";
import { accepted, refused, type Script } from "../helpers/scripted-service.ts";
import { ENDED_JOB, NO_MATCH } from "../helpers/services/examples.ts";
import { type Behaviour, json } from "../helpers/services/fault-server.ts";
import { VERIFICATION_ID } from "../helpers/services/quick.ts";

const MINUTE_MS = 60_000;

/** Returns the same entry for every submission, because each run has its own service and thus other keys. */
class OneEntry implements Journal {
  readonly events: JournalEvent["event"][] = [];
  #known: EarlierSubmission | undefined;

  constructor(known?: EarlierSubmission) {
    this.#known = known;
  }

  lookUp(): Promise<EarlierSubmission | undefined> {
    return Promise.resolve(this.#known);
  }

  note(key: Parameters<Journal["note"]>[0], event: JournalEvent): Promise<void> {
    this.events.push(event.event);
    this.#known = applyEntry(this.#known, { ...key, ...event, at: new Date() });
    return Promise.resolve();
  }
}

const ago = (ms: number) => new Date(Date.now() - ms);
const job = (result?: string, at = ago(MINUTE_MS)): EarlierSubmission => ({
  kind: "job",
  verificationId: VERIFICATION_ID,
  result,
  at,
});
const [OTHER_ID, THIRD_ID, FOURTH_ID] = ["1", "2", "3"].map(
  (digit) => `${VERIFICATION_ID.slice(0, -1)}${digit}`,
) as [string, string, string];
const LOST: EarlierSubmission = { kind: "lost", at: ago(MINUTE_MS), job: undefined };

const ANOTHER = "0x5FbDB2315678afecb367f032d93F642f64180aa3";

function ofAnother(fields: object): Behaviour {
  return json(200, { ...ENDED_JOB, contract: { ...ENDED_JOB.contract, ...fields } });
}

async function resume(known: EarlierSubmission | undefined, setting: Setting) {
  const journal = new OneEntry(known);
  const run = await runPipeline({ ...setting, ports: { journal } });
  return { ...run, journal };
}

async function resumeGiven(known: EarlierSubmission | undefined, script: Script) {
  await using folder = await temporaryFolder();
  const file = await folder.write("input.json", project().input);
  const buildSource = { kind: "standard-json-input", file, compilerVersion: COMPILER_VERSION } as const;
  return await resume(known, { script, request: { buildSource, contract: `${PATH}:Counter` } });
}

const FULL = { sources: "full" } as const;
/** A submission of all sources whose job finds no match. */
const MISMATCHING: Setting = {
  script: { record: [NOT_VERIFIED], job: [failedJob("no_match")] },
  request: FULL,
};
const GOOD: Setting = { script: { record: [NOT_VERIFIED, stored()], job: [PENDING, matchedJob()] } };

describe("pipeline - resuming after an interrupted run", () => {
  it("should follow a job that an earlier run started, and submit nothing", async () => {
    const { report, service } = await resume(job(), GOOD);
    assert.deepEqual([service.count("submit"), report.outcome], [0, "verified"]);
    assert.equal(report.verificationId, VERIFICATION_ID);
    assert.lengthOf(report.submitted, 1);
  });

  it("should not resubmit after a match weaker than predicted", async () => {
    const setting = { script: { record: [stored("match")], job: [matchedJob("match")] } };
    const { service, report } = await resume(job("matched"), { ...setting, request: FULL });
    assert.deepEqual([service.count("submit"), report.match?.match], [0, "match"]);
  });

  it("should trust a journaled failure for an hour, and explain it without submitting", async () => {
    const { report, service, journal } = await resume(job("no_match"), MISMATCHING);
    assert.deepEqual([report.outcome, service.count("submit")], ["mismatch", 0]);
    assert.isEmpty(journal.events, "reading a failure again doesn't extend its lifetime");
    const later = await resume(job("no_match", ago(61 * MINUTE_MS)), MISMATCHING);
    assert.equal(later.service.count("submit"), 1);
  });

  for (const [what, first] of [
    ["is unknown to the service", refused(404, "job_not_found")],
    ["failed for a transient reason", failedJob("internal_error")],
    ["belongs to another chain", ofAnother({ chainId: "295" })],
  ] as const)
    it(`should submit again if the job ${what}`, async () => {
      const script = { record: [NOT_VERIFIED, stored()], job: [first, matchedJob()] };
      const { report, service } = await resume(job(), { script });
      assert.deepEqual([service.count("submit"), report.outcome], [1, "verified"]);
    });

  const error = {
    customCode: "compiler_error",
    message: "Compiler error.",
    errorData: { compilerErrorMessage: "The compiler took longer than 3 s and was stopped." },
  };
  const tooSlow: Behaviour = (request, response) => {
    const verificationId = request.url?.split("/").at(-1);
    json(200, { ...ENDED_JOB, verificationId, contract: undefined, error })(request, response);
  };
  const timedOut = (tries: number, at = ago(MINUTE_MS)): EarlierSubmission => ({
    ...(job("timed_out", at) as EarlierJob),
    timedOut: [VERIFICATION_ID, OTHER_ID, THIRD_ID].slice(0, tries),
  });

  for (const [name, [known, verificationId, submissions, tries]] of Object.entries({
    "never before": [undefined, VERIFICATION_ID, 1, "1 of 3"],
    "twice before": [timedOut(2), THIRD_ID, 1, undefined],
    "three times before": [timedOut(3), THIRD_ID, 0, undefined],
    "three times before, the last one over an hour ago": [
      timedOut(3, ago(61 * MINUTE_MS)),
      FOURTH_ID,
      1,
      undefined,
    ],
  } as const))
    it(`should send an input that is too slow to compile at most three times: ${name}`, async () => {
      const script = { record: [NOT_VERIFIED], submit: [accepted(verificationId)], job: [tooSlow] };
      const { report, exitCode, service } = await resume(known, { script });
      assert.equal(service.count("submit"), submissions);
      assert.deepEqual([report.error?.code, exitCode], ["VC405", tries === undefined ? 1 : 3]);
      assert.equal(factIn(report, "Tries"), tries);
      assert.equal(/three attempts/.test(report.error?.likely ?? ""), tries === undefined);
      assert.notInclude(report.error?.next, "--fresh");
    });

  it("should name the build of an input that doesn't compile, or suggest correcting a given input", async () => {
    const bad = json(200, { ...ENDED_JOB, contract: undefined, error: { ...error, errorData: {} } });
    const script = { record: [NOT_VERIFIED], job: [bad] };
    const { report } = await resume(undefined, { script });
    assert.equal(report.error?.code, "VC405");
    assert.isString(report.contract?.buildFile);
    assert.equal(factIn(report, "Build"), report.contract?.buildFile);
    const given = await resumeGiven(undefined, script);
    assert.equal(given.report.error?.code, "VC405");
    assert.include(given.report.error?.next, "--std-json-input");
  });

  it("should not accept another contract's job as proof that a given input is right", async () => {
    const job = [ofAnother({ address: ANOTHER })];
    const script = { record: [stored("match")], job };
    const { report } = await resumeGiven(undefined, script);
    assert.deepEqual([report.outcome, report.error?.code], ["unavailable", "VC410"]);
  });

  it("should not trust the journal that a job which found a match compiled the given input", async () => {
    const record = [stored("match")];
    const ended = [matchedJob("match")];
    const refusing = { record, submit: [refused(400, "invalid_parameter")], job: ended };
    const alone = await resumeGiven(job("matched"), refusing);
    assert.equal(alone.service.count("submit"), 1);
    assert.notEqual(alone.exitCode, 0);
    const { service, report } = await resumeGiven(job("matched"), { record, job: ended });
    assert.equal(service.count("submit"), 1);
    assert.equal(statusIn(report, "given-input"), "passed");
  });

  it("should not trust the journal that a record of other sources belongs to this run", async () => {
    const others = compile({ [PATH]: withComment(COUNTER) });
    for (const [of, outcome] of [
      [others, "not-proven"],
      [project(), "verified"],
    ] as const) {
      const script = {
        record: [NOT_VERIFIED, stored("match", "match", of, project())],
        job: [matchedJob("match")],
      };
      const { report, service } = await resume(job("matched"), { script, request: FULL });
      assert.deepEqual([service.count("submit"), report.outcome], [0, outcome]);
    }
  });

  it("should not trust a failure that was journaled under a wrong clock", async () => {
    const future = job("no_match", ago(-61 * MINUTE_MS));
    const { service } = await resume(future, MISMATCHING);
    assert.equal(service.count("submit"), 1);
  });

  it("should read the record before it resends a submission that may have arrived", async () => {
    const script = { record: [NOT_VERIFIED, stored()], job: [matchedJob()] };
    const { report, service } = await resume(LOST, { script });
    assert.deepEqual([service.count("submit"), report.outcome], [0, "already-verified"]);
  });

  it("should resend a given input if its job was lost, because only a job proves the input", async () => {
    const script = {
      record: [NOT_VERIFIED, stored("match")],
      submit: [refused(429, "duplicate_verification_request"), ACCEPTED],
      job: [failedJob("already_verified")],
    };
    const { service, report } = await resumeGiven(LOST, script);
    assert.equal(service.count("submit"), 2);
    assert.equal(statusIn(report, "given-input"), "passed");
  });

  it("should keep the journal entry of a submission without an answer, because it may have arrived", async () => {
    const lost = await resume(undefined, {
      script: { record: [NOT_VERIFIED], submit: [(request) => request.socket.resetAndDestroy()] },
    });
    assert.equal(lost.report.outcome, "unavailable");
    assert.deepEqual(lost.journal.events, ["sending"]);
  });

  it("should keep that entry if the next run can't read the record or is refused", async () => {
    const unreadable = refused(400, "invalid_parameter");
    const { journal, service } = await resume(LOST, { script: { record: [NOT_VERIFIED, unreadable] } });
    assert.equal(service.count("submit"), 0);
    assert.deepEqual(journal.events, ["sending"]);
    const refusedNow = await resume(LOST, {
      script: { record: [NOT_VERIFIED], submit: [refused(401, "unauthorized")] },
    });
    assert.deepEqual(refusedNow.journal.events, ["sending"]);
  });

  it("should journal that a submission was refused, so that the next run doesn't look for its job", async () => {
    const script = { record: [NOT_VERIFIED], submit: [refused(401, "unauthorized")] };
    assert.deepEqual((await resume(undefined, { script })).journal.events, ["sending", "not-accepted"]);
  });

  it("should ignore earlier runs with --force", async () => {
    const { service } = await resume(job(), { ...GOOD, request: { force: true } });
    assert.equal(service.count("submit"), 1);
  });
});

describe("pipeline - a record that a service lost after its job", () => {
  const before: EarlierJob = { kind: "job", verificationId: OTHER_ID, result: "matched", at: ago(MINUTE_MS) };
  /** The job, from a service that no longer has its match. */
  const emptied = json(200, { ...ENDED_JOB, verificationId: OTHER_ID, contract: NO_MATCH });

  async function go(script: NonNullable<Setting["script"]>, lostRecordMs = () => 20, known = before) {
    const journal = new OneEntry(known);
    const events: string[] = [];
    const onProgress = ({ type }: ProgressEvent) => events.push(type);
    const run = await runPipeline({ script, onProgress, ports: { journal, lostRecordMs } });
    return { ...run, events, journal };
  }

  for (const result of ["matched", undefined])
    it(`should be submitted once more, with a notice, if the journal ends with: ${result ?? "accepted"}`, async () => {
      const isSent = { value: false };
      const record: Behaviour = (...args) => (isSent.value ? stored() : NOT_VERIFIED)(...args);
      const submit: Behaviour = (...args) => {
        isSent.value = true;
        ACCEPTED(...args);
      };
      const ofOld: Behaviour = (request, response) =>
        (request.url?.endsWith(OTHER_ID) ? emptied : matchedJob())(request, response);
      const script = { record: [record], submit: [submit], job: [ofOld] };
      const { report, service, events, journal } = await go(script, undefined, { ...before, result });
      assert.deepEqual([report.outcome, service.count("submit")], ["verified", 1]);
      assert.equal(events.filter((type) => type === "record-lost").length, 1);
      assert.include(report.submitted[0]?.reason, OTHER_ID);
      assert.deepEqual(journal.events, ["sending", "accepted", "ended"]);
    });

  it("should be read again past caches, and not submitted if it is there", async () => {
    const fromCache: Behaviour = (request, response) =>
      (request.headers["cache-control"] === "no-cache" ? stored() : NOT_VERIFIED)(request, response);
    const script = { record: [fromCache, fromCache, stored()], job: [matchedJob()] };
    const known = { ...before, verificationId: VERIFICATION_ID };
    const { service, events, report } = await go(script, undefined, known);
    assert.equal(service.count("submit"), 0);
    assert.notInclude(events, "record-lost");
    assert.equal(report.outcome, "verified");
  });

  it("should not count as lost if the service gives no answer", async () => {
    const { service, events } = await go({
      record: [NOT_VERIFIED, refused(400, "invalid_parameter")],
      job: [emptied],
    });
    assert.equal(service.count("submit"), 0);
    assert.notInclude(events, "record-lost");
  });
});
