import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { checkOf, statusOf } from "../../helpers/cross-check/one-check.ts";
import {
  recordedCandidate,
  recordedEvidence,
  recording,
  VERIFIED,
} from "../../helpers/cross-check/recorded-evidence.ts";

function compiledHere(name: string, from = name): Evidence {
  const { runtime, creation } = recordedCandidate(recording(from));
  return { ...recordedEvidence(recording(name)), givenCompiled: { kind: "compiled", runtime, creation } };
}

describe("cross-check - given-input-here", () => {
  it("should pass every recorded verification that compiles to the code on chain", () => {
    for (const name of VERIFIED)
      assert.equal(statusOf("given-input-here", compiledHere(name)), "passed", name);
  });

  it("should fail for other code, and describe both", () => {
    const { status, expected, actual } = checkOf("given-input-here", compiledHere("plain", "immutables"));
    assert.equal(status, "failed");
    assert.notEqual(expected, actual);
  });

  it("should be unknown where the compiler failed, and skipped where none could be asked", () => {
    const evidence = recordedEvidence(recording("plain"));
    const reason = "it said so";
    assert.equal(statusOf("given-input-here", evidence), "skipped");
    for (const [givenCompiled, status] of [
      [{ kind: "failed", reason }, "unknown"],
      [{ kind: "not-possible", reason }, "skipped"],
      [{ kind: "no-compiler", reason, longVersion: "0.8.28" }, "skipped"],
    ] as const) {
      const check = checkOf("given-input-here", { ...evidence, givenCompiled });
      assert.equal(check.status, status);
      assert.include(check.reason, reason);
    }
  });
});
