import { assert } from "chai";
import { DEFAULT_RETRY } from "../../../src/internal/services/http/retry-delay.ts";
import { Tries } from "../../../src/internal/services/http/tries.ts";
import { ServiceError, type ServiceErrorFields } from "../../../src/internal/services/service-error.ts";

const RETRY = { ...DEFAULT_RETRY, attempts: 2, maxDelayMs: 1000 };

function failure(fields: Partial<ServiceErrorFields>): ServiceError {
  return new ServiceError("text", {
    service: "query service",
    kind: "server-error",
    method: "GET",
    url: "http://x/",
    reason: "failed",
    ...fields,
  });
}

const BUSY = failure({ kind: "busy", status: 429 });
const DOWN = failure({ status: 503 });

describe("services - the tries of a call", () => {
  it("should be as many as are configured", () => {
    const tries = new Tries(false, RETRY, undefined);
    assert.equal(tries.mostRetries, 1);
    assert.isTrue(tries.mayFollow(DOWN, 0));
    assert.isFalse(tries.mayFollow(DOWN, 1));
  });

  it("should not be used up by what no further try can mend", () => {
    const tries = new Tries(false, RETRY, undefined);
    assert.isFalse(tries.mayFollow(failure({ kind: "refused", status: 400 }), 0));
    assert.isTrue(tries.mayFollow(DOWN, 1));
  });

  it("should be used up by rate limits only while the host serves no request, once in twice the longest delay", () => {
    const pace = { quietMs: 0 };
    const tries = new Tries(false, RETRY, pace);
    assert.isAbove(tries.mostRetries, 50);
    assert.isTrue(tries.mayFollow(BUSY, 0), "the first counts");
    assert.isTrue(tries.mayFollow(BUSY, 5000), "the host serves others");
    pace.quietMs = 5000;
    assert.isTrue(tries.mayFollow(BUSY, 1999), "too soon after the one that counted");
    assert.isFalse(tries.mayFollow(BUSY, 2000));
  });

  it("should be used up by each rate limit where no pace is kept", () => {
    const tries = new Tries(false, RETRY, undefined);
    assert.isTrue(tries.mayFollow(BUSY, 0));
    assert.isFalse(tries.mayFollow(BUSY, 1));
  });

  it("should be exhausted when the last of them has begun", () => {
    const tries = new Tries(false, RETRY, undefined);
    tries.count = 1;
    assert.isFalse(tries.isExhausted);
    tries.count = 2;
    assert.isTrue(tries.isExhausted);
  });
});
