import { assert } from "chai";
import { itFails, ofRecord } from "../../helpers/cross-check/changed-field.ts";
import { set, statusOf } from "../../helpers/cross-check/one-check.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

describe("cross-check - match-good-enough", () => {
  it("should require that the build predicts an exact match where one is required", () => {
    const evidence = recordedEvidence(recording("plain"));
    const requirement = { minMatch: "exact_match", requireCreation: false } as const;
    assert.equal(statusOf("match-good-enough", { ...evidence, requirement }), "passed");
    const known = evidence.build as NonNullable<typeof evidence.build>;
    const build = { ...known, expected: { ...known.expected, runtime: "match" } } as const;
    assert.equal(statusOf("match-good-enough", { ...evidence, requirement, build }), "failed");
    const modest = { minMatch: "match", requireCreation: false } as const;
    assert.equal(statusOf("match-good-enough", { ...evidence, requirement: modest, build }), "passed");
  });
});

describe("cross-check - match-good-enough, a single changed field", () => {
  itFails("match-good-enough", {
    "runtimeMatch is null": ofRecord(set("runtimeMatch", null)),
  });
});

describe("cross-check - match-good-enough, the creation side", () => {
  it("should fail without one where one is asked for", () => {
    const evidence = recordedEvidence(recording("wrong-creation-transaction"));
    const requirement = { minMatch: "match", requireCreation: true } as const;
    assert.equal(statusOf("match-good-enough", { ...evidence, requirement }), "failed");
  });
});
