import { assert } from "chai";
import { shouldRetry } from "../../../src/internal/services/http/should-retry.ts";
import { ServiceError, type ServiceErrorFields } from "../../../src/internal/services/service-error.ts";

function error(fields: Partial<ServiceErrorFields>, cause?: unknown): ServiceError {
  return new ServiceError(
    "text",
    {
      service: "verification service",
      kind: "server-error",
      method: "GET",
      url: "http://x/",
      reason: "failed",
      ...fields,
    },
    { cause },
  );
}

const READING = { changesSomething: false, earlier500s: 0 };
const WRITING = { changesSomething: true, earlier500s: 0 };

describe("services - should retry", () => {
  for (const [status, kind, reading, writing] of [
    [400, "refused", false, false],
    [403, "refused", false, false],
    [404, "refused", false, false],
    [408, "timeout", true, true],
    [409, "refused", false, false],
    [425, "busy", true, true],
    [429, "busy", true, true],
    [500, "server-error", true, false],
    [501, "server-error", false, false],
    [502, "server-error", true, false],
    [503, "server-error", true, true],
    [504, "server-error", true, false],
  ] as const) {
    it(`should ${reading ? "" : "not "}repeat a GET, and should ${writing ? "" : "not "}repeat a POST, after ${status}`, () => {
      assert.equal(shouldRetry(error({ status, kind }), READING), reading);
      assert.equal(shouldRetry(error({ status, kind }), WRITING), writing);
    });
  }

  it("should repeat after one 500 and not after the second", () => {
    assert.isFalse(shouldRetry(error({ status: 500 }), { ...READING, earlier500s: 1 }));
  });

  it("should repeat a lost or slow GET, and a POST only when it can't have arrived", () => {
    for (const kind of ["unreachable", "timeout"] as const) {
      assert.isTrue(shouldRetry(error({ kind }), READING));
      assert.isTrue(shouldRetry(error({ kind }), WRITING));
      assert.isFalse(shouldRetry(error({ kind, mayHaveArrived: true }), WRITING));
    }
  });

  it("should leave a running job of somebody else to the caller", () => {
    const running = { kind: "busy", status: 429, customCode: "duplicate_verification_request" } as const;
    assert.isFalse(shouldRetry(error(running), WRITING));
  });

  it("should not repeat after an abort, an unusable answer, or a certificate that is not accepted", () => {
    assert.isFalse(shouldRetry(error({ kind: "aborted" }), READING));
    assert.isFalse(shouldRetry(error({ kind: "unusable", status: 200 }), READING));
    const cause = Object.assign(new Error("expired"), { code: "CERT_HAS_EXPIRED" });
    assert.isFalse(shouldRetry(error({ kind: "unreachable" }, cause), READING));
  });
});
