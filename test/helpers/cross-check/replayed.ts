import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { type Body, type Change, checkOf, statusOf, withBody, withoutBuild } from "./one-check.ts";
import { recordedEvidence, recording } from "./recorded-evidence.ts";

export type RecordCase = readonly [what: string, name: string, change: Change];

export const runtime = (change: (side: Body) => void): Change => {
  return ({ runtimeBytecode }) => change(runtimeBytecode);
};
export const creation = (change: (side: Body) => void): Change => {
  return ({ creationBytecode }) => change(creationBytecode);
};
export const first = (change: (transformation: Body) => void) => (side: Body) =>
  change(side.transformations[0]);
export const add = (transformation: object, values: object) => (side: Body) => {
  side.transformations.push(transformation);
  side.transformationValues = { ...side.transformationValues, ...values };
};

function patch(code: string, offset: number, value: string): string {
  const at = 2 + offset * 2;
  return code.slice(0, at) + value.slice(2) + code.slice(at + value.length - 2);
}

/** Puts different code on chain, hidden by a transformation in the record. */
export function hideBehind(
  name: string,
  transformation: { readonly reason: string; readonly offset: number; readonly id?: string },
  value: string,
  values: object,
): Evidence {
  const evidence = withBody(name, ({ runtimeBytecode }) => {
    runtimeBytecode.onchainBytecode = patch(runtimeBytecode.onchainBytecode, transformation.offset, value);
    runtimeBytecode.transformations.push({ type: "replace", ...transformation });
    runtimeBytecode.transformationValues = { ...runtimeBytecode.transformationValues, ...values };
  });
  const runtimeBytecode = evidence.record.runtimeBytecode?.onchainBytecode ?? "";
  return { ...evidence, facts: { ...evidence.facts, runtimeBytecode } };
}

/** Declares a test per change: the check passes before and fails after it. Only one check needs a build. */
export function itFailsForRecords(check: string, cases: readonly RecordCase[]): void {
  for (const [what, name, change] of cases)
    it(`should fail for ${name}, ${what}: ${check}`, () => {
      assert.equal(statusOf(check, recordedEvidence(recording(name))), "passed");
      const evidence = withBody(name, change);
      const { status, expected, actual, reason } = checkOf(check, evidence);
      assert.equal(status, "failed", reason);
      assert.isNotEmpty(expected);
      assert.isNotEmpty(actual);
      assert.isBelow((actual ?? "").length, 300);
      if (check !== "record-references")
        assert.equal(statusOf(check, withoutBuild(evidence)), "failed", "without a build");
    });
}

export function itIsUnknown(check: string, cases: readonly RecordCase[]): void {
  for (const [what, name, change] of cases)
    it(`should be unknown without ${what}`, () => {
      assert.equal(statusOf(check, withBody(name, change)), "unknown");
    });
}
