import { assert } from "chai";
import {
  asksForPause,
  DEFAULT_RETRY,
  DeadlineError,
  delayMs,
  isHostLimit,
  Tries,
} from "../../../src/internal/services/http/failures.ts";
import { ServiceError, type ServiceErrorFields } from "../../../src/internal/services/service-error.ts";

const RETRY = { ...DEFAULT_RETRY, attempts: 2, maxDelayMs: 1000 };

const REQUEST = { service: "query service", method: "GET", url: "http://x/", reason: "failed" } as const;

function failure(fields: Partial<ServiceErrorFields>, cause?: unknown): ServiceError {
  return new ServiceError("text", { ...REQUEST, kind: "server-error", ...fields }, { cause });
}

/** True if a retry is allowed after the first attempt failed like this. */
function mayFollow(changesSomething: boolean, error: ServiceError): boolean {
  return new Tries(changesSomething, RETRY).mayFollow(error, 0);
}

const TOO_MANY = { kind: "busy", status: 429 } as const;
const BUSY = failure(TOO_MANY);
const DOWN = failure({ status: 503 });
const OTHER_JOB = failure({ ...TOO_MANY, customCode: "duplicate_verification_request", retryAfterMs: 1 });

describe("services - the attempts of a call", () => {
  it("should not be used up by failures that a retry can't fix", () => {
    const tries = new Tries(false, RETRY);
    assert.isFalse(tries.mayFollow(failure({ kind: "refused", status: 400 }), 0));
    assert.isTrue(tries.mayFollow(DOWN, 1));
  });

  it("should count a rate limit only while the host serves nothing, at most once per twice the longest delay", () => {
    const pace = { quietMs: 0 };
    const tries = new Tries(false, RETRY, pace);
    assert.isAbove(tries.most, 50);
    assert.isTrue(tries.mayFollow(BUSY, 0), "the first counts");
    assert.isTrue(tries.mayFollow(BUSY, 5000), "the host serves others");
    pace.quietMs = 5000;
    assert.isTrue(tries.mayFollow(BUSY, 1999), "too soon after the one that counted");
    assert.isFalse(tries.mayFollow(BUSY, 2000));
  });

  it("should count every other failure, even while the host serves others", () => {
    const tries = new Tries(false, RETRY, { quietMs: 1 });
    assert.isTrue(tries.mayFollow(DOWN, 0));
    assert.isFalse(tries.mayFollow(DOWN, 1));
  });
});

describe("services - retry delay", () => {
  it("should double with each attempt, up to the maximum, and be random by half", () => {
    const delays = [1, 2, 3, 4, 5, 6, 60].map((attempt) => delayMs(attempt, {}, DEFAULT_RETRY, 1));
    assert.deepEqual(delays, [500, 1000, 2000, 4000, 8000, 8000, 8000]);
    assert.deepEqual([delayMs(3, {}, DEFAULT_RETRY, 0), delayMs(3, {}, DEFAULT_RETRY, 0.5)], [1000, 1500]);
  });

  for (const [what, attempt, retryAfterMs, random, expected] of [
    ["at least that long", 1, 12_000, 0, 12_000],
    ["the exact time", 5, 100, 0, 100],
    ["spread among clients", 1, 12_000, 1, 12_250],
    ["capped", 1, 86_400_000, 1, 30_000],
  ] as const)
    it(`should follow Retry-After: ${what}`, () =>
      assert.equal(delayMs(attempt, { retryAfterMs }, DEFAULT_RETRY, random), expected));
});

describe("services - retrying a request", () => {
  for (const [status, kind, reading, writing] of [
    [400, "refused", false, false],
    [408, "timeout", true, true],
    [429, "busy", true, true],
    [500, "server-error", true, false],
    [501, "server-error", false, false],
    [504, "server-error", true, false],
  ] as const)
    it(`should ${reading ? "" : "not "}retry a GET, and should ${writing ? "" : "not "}retry a POST, after ${status}`, () => {
      assert.equal(mayFollow(false, failure({ status, kind })), reading);
      assert.equal(mayFollow(true, failure({ status, kind })), writing);
    });

  it("should happen after the first 500 but not the second", () => {
    const tries = new Tries(false, { ...RETRY, attempts: 5 });
    assert.isTrue(tries.mayFollow(failure({ status: 500 }), 0));
    assert.isTrue(tries.mayFollow(DOWN, 0));
    assert.isFalse(tries.mayFollow(failure({ status: 500 }), 0));
  });

  it("should be left to the caller if someone else's job is running", () => {
    for (const isWriting of [true, false]) assert.isFalse(mayFollow(isWriting, OTHER_JOB));
  });

  it("should not happen after an abort, a deadline, an unusable response or a rejected certificate", () => {
    assert.isFalse(mayFollow(false, failure({ kind: "aborted" })));
    assert.isFalse(mayFollow(false, failure({ kind: "timeout" }, new DeadlineError("too late"))));
    assert.isFalse(mayFollow(false, failure({ kind: "unusable", status: 200 })));
    const cause = Object.assign(new Error("expired"), { code: "CERT_HAS_EXPIRED" });
    assert.isFalse(mayFollow(false, failure({ kind: "unreachable" }, cause)));
  });
});

describe("services - a rate limit of the host", () => {
  it("should be distinguished from someone else's running job", () => {
    assert.isFalse(isHostLimit(OTHER_JOB));
    assert.isFalse(asksForPause(OTHER_JOB));
    assert.isTrue(isHostLimit(BUSY));
    assert.isFalse(isHostLimit(failure({ status: 503, retryAfterMs: 1 })));
    assert.isTrue(asksForPause(failure({ status: 503, retryAfterMs: 1 })));
    assert.isFalse(asksForPause(DOWN));
  });

  it("should be recognised from a node's error whatever the HTTP status", () => {
    assert.isTrue(isHostLimit(failure({ kind: "busy" })));
    assert.isFalse(isHostLimit(failure({ kind: "busy", status: 425 })));
  });
});
