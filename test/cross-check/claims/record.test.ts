import { assert } from "chai";
import type { Evidence, RunJob } from "../../../src/internal/cross-check/evidence.ts";
import { evidenceOf, set, withBody, withoutBuild } from "../../helpers/cross-check/one-check.ts";
import { claimOf, type Decided, stateOf } from "../../helpers/cross-check/one-claim.ts";

const plain = evidenceOf("plain");
const { record } = plain;
const verifiedMs = Date.parse(record.verifiedAt ?? "");
const minutesLater = (minutes: number): Date => new Date(verifiedMs + minutes * 60_000);

const state = (more: Partial<Evidence>, decided: Decided = {}) =>
  stateOf("record", { ...plain, ...more }, decided);

describe("cross-check - the claim record", () => {
  it("should be proven if the service had no record before, or the same one", () => {
    assert.deepEqual([state({}), state({ previouslyAt: record.verifiedAt })], ["proven", "proven"]);
    assert.equal(state({ previouslyAt: minutesLater(9).toISOString() }), "proven");
  });

  it("should be open if the record is older than the one the service had before", () =>
    assert.equal(state({ previouslyAt: minutesLater(11).toISOString() }), "open"));

  it("should be open if its address or chain was not checked", () => {
    for (const id of ["record-address", "record-chain"]) {
      const { reason, closing } = claimOf("record", plain, { [id]: "unknown" });
      assert.deepEqual([reason, closing], [`${id} was unknown`, "none"]);
    }
  });

  it("should be open if the service gives no match, and name the service", () => {
    const serviceUrl = "http://127.0.0.1/v2";
    const evidence = { ...plain, serviceUrl, record: { ...record, runtimeMatch: undefined } } as object;
    const { state, reason } = claimOf("record", evidence as Evidence);
    assert.equal(state, "open");
    assert.include(reason, "(http://127.0.0.1/v2)");
  });

  it("should be open until the code can be read again", () => {
    const evidence: Evidence = { ...plain, codeAgain: { state: "unknown", reason: "it timed out" } };
    const { state, closing, reason } = claimOf("record", evidence);
    assert.deepEqual([state, closing, reason], ["open", "wait", "it timed out"]);
  });
});

describe("cross-check - the claim record, by the service's clock", () => {
  const sent = (minutes: number, afterMinutes = 0) => ({
    recordSent: { at: minutesLater(minutes), afterMs: afterMinutes * 60_000 },
  });
  const job = (isFirst: boolean, more: object = {}) => ({
    job: { isFirst, match: { ...record, ...more } as RunJob["match"] },
  });

  it("should be refuted by a record over ten minutes newer than the response", () =>
    assert.deepEqual([state(sent(-11)), state(sent(-9))], ["refuted", "proven"]));

  it("should be refuted by a record older than the run, if the run found none at first", () => {
    assert.equal(state({ ...sent(20, 5), ...job(true) }), "refuted");
    assert.equal(state({ ...sent(20, 15), ...job(true) }), "proven");
    assert.deepEqual([state({ ...sent(20, 5), ...job(false) }), state(sent(20, 5))], ["proven", "proven"]);
  });

  it("should be refuted by a time over ten minutes from the job's", () => {
    const apart = (minutes: number) => state(job(true, { verifiedAt: minutesLater(minutes).toISOString() }));
    assert.deepEqual([-11, -9, 9, 11].map(apart), ["refuted", "proven", "proven", "refuted"]);
  });

  it("should be open if only the local clock contradicts it by more than two days", () => {
    const now = (days: number) => ({ now: minutesLater(days * 1440) });
    const states = (days: readonly number[], more: Partial<Evidence>) =>
      days.map((each) => state({ ...now(each), ...more }));
    for (const response of [{}, sent(0)])
      assert.deepEqual(states([-2.1, -1.9, 3], response), ["open", "proven", "proven"]);
    assert.deepEqual(states([3, 1], job(true)), ["open", "proven"]);
    assert.equal(state({ ...now(3), ...job(true), ...sent(0, 1440) }), "proven");
    const { closing, reason } = claimOf("record", { ...plain, ...now(-3) });
    assert.equal(closing, "wait");
    assert.match(reason ?? "", /^verified at 2026-11-21T\S+Z, but the local time is 2026-11-18T\S+Z$/);
  });

  it("should allow a day's tolerance for a time without a zone or in another format", () => {
    const at = (verifiedAt: string, more: Partial<Evidence> = {}) =>
      state({ ...more, record: { ...record, verifiedAt } });
    const spellings = (days: number) => {
      const iso = minutesLater(days * 1440).toISOString();
      return [iso.replace("Z", ""), iso.slice(0, 19).replace("T", " "), new Date(iso).toUTCString()];
    };
    for (const date of spellings(1)) assert.equal(at(date, sent(0)), "proven", date);
    for (const date of [...spellings(2), "+275760-09-13T00:00:00Z"])
      assert.equal(at(date, sent(0)), "refuted", date);
    for (const date of spellings(-2)) {
      assert.equal(at(date, { ...sent(0), ...job(true, { verifiedAt: undefined }) }), "refuted", date);
      assert.equal(at(date, job(true)), "refuted", date);
    }
  });

  it("should be open if the record isn't the one that the job stored", () => {
    assert.equal(state(job(true, { matchId: "1" })), "open");
    assert.equal(state(job(true, { matchId: undefined })), "proven");
  });

  it("should be refuted by a match weaker than the first job's with the same id, and else be open", () => {
    const weak = { record: { ...record, creationMatch: null } };
    const stronger = { match: "exact_match", creationMatch: "exact_match", matchId: record.matchId } as const;
    assert.equal(state({ ...weak, ...job(true, stronger) }), "refuted");
    assert.equal(state({ ...weak, ...job(false, stronger) }), "open");
    assert.equal(state({ ...weak, ...job(true, { ...stronger, matchId: "1" }) }), "open");
  });
});

describe("cross-check - the claim record, if the service doesn't show the code on chain", () => {
  /** All checks that compare the compiled sources with the chain were skipped. */
  const nothing: Decided = {
    "runtime-code-chain": "unknown",
    "runtime-code-build": "skipped",
    "recompiled-here": "skipped",
    "recompiled-code": "skipped",
    "given-input-here": "skipped",
    "given-input": "skipped",
  };
  const shown = (decided: Decided) => stateOf("record", plain, { ...nothing, ...decided });
  const given: Decided = { "given-input-here": "passed", "record-sources": "passed" };

  it("should be open until something compiles its sources", () => {
    const { state, closing } = claimOf("record", plain, nothing);
    assert.deepEqual([state, closing], ["open", "recompile"]);
  });

  it("should be proven by a compiler here, by a service compilation equal to the build, or by the given input", () => {
    assert.equal(shown({ "recompiled-here": "passed" }), "proven");
    assert.equal(shown({ "runtime-code-build": "passed", "recompiled-code": "passed" }), "proven");
    assert.equal(shown({ "recompiled-code": "passed", "record-sources": "skipped" }), "open");
    assert.equal(shown(given), "proven");
  });

  it("should not be proven by a given input that was compared only in part, or isn't the record's", () => {
    for (const id of Object.keys(given)) assert.equal(shown({ ...given, [id]: "skipped" }), "open", id);
    const other = withBody("plain", set("metadata.compiler.version", "0.8.1+commit.00000000"));
    assert.equal(stateOf("record", other, { ...nothing, ...given }), "open");
  });

  it("should be proven by the build whose input the record has, and by no other", () => {
    const build = { ...nothing, "runtime-code-build": "passed" } as const;
    assert.equal(stateOf("record", plain, build), "proven");
    assert.equal(stateOf("record", withoutBuild(plain), build), "open");
    const other = withBody("plain", set("metadata.compiler.version", "0.8.1+commit.00000000"));
    assert.equal(stateOf("record", other, build), "open");
  });
});
