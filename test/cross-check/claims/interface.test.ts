import { assert } from "chai";

import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { runChecks, runClaims } from "../../../src/internal/cross-check/run-checks.ts";
import { withBuildOf } from "../../helpers/cross-check/one-check.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

const plain = recordedEvidence(recording("plain"));

function stateOf(evidence: Evidence): string | undefined {
  return runClaims(evidence, runChecks(evidence)).find(({ id }) => id === "interface")?.state;
}

const withLayout = (storageLayout: unknown): Evidence =>
  withBuildOf(plain, ({ compiled }) => {
    if (compiled === undefined) throw new Error("The recording has a compiled build.");
    return { compiled: { ...compiled, storageLayout } };
  });

describe("cross-check - the claim interface", () => {
  it("should be proven by a build that has the ABI and the storage layout", () =>
    assert.equal(stateOf(withLayout(plain.record.storageLayout)), "proven"));

  it("should be vouched for where nothing here has a storage layout to compare", () =>
    assert.equal(stateOf(withLayout(undefined)), "vouched"));

  it("should be vouched for where one of its checks is unknown", () => {
    const evidence = withLayout(plain.record.storageLayout);
    assert.equal(stateOf({ ...evidence, record: { ...evidence.record, signatures: null } }), "vouched");
  });

  it("should be proven where the record has no storage layout either", () => {
    const evidence = withLayout(undefined);
    const record = { ...evidence.record, storageLayout: null };
    assert.equal(stateOf({ ...evidence, record }), "proven");
  });
});
