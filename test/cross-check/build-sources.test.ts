import { assert } from "chai";

import { buildSources } from "../../src/internal/cross-check/checks/build-sources.ts";
import { matchGoodEnough } from "../../src/internal/cross-check/checks/match-good-enough.ts";
import { recordedEvidence, recording } from "../helpers/cross-check/recorded-evidence.ts";

describe("cross-check - the build's sources", () => {
  it("must all be listed by the metadata", () => {
    const evidence = recordedEvidence(recording("linked-library"));
    const { metadata } = evidence.record;
    const sources = Object.entries(metadata?.sources ?? {});
    assert.lengthOf(sources, 2);
    assert.equal(buildSources.run(evidence).status, "passed");
    for (const kept of sources) {
      const record = { ...evidence.record, metadata: { ...metadata, sources: Object.fromEntries([kept]) } };
      assert.equal(buildSources.run({ ...evidence, record }).status, "failed");
    }
  });

  it("must predict an exact match themselves where one is required", () => {
    const evidence = recordedEvidence(recording("plain"));
    const requirement = { minMatch: "exact_match", requireCreation: false } as const;
    assert.equal(matchGoodEnough.run({ ...evidence, requirement }).status, "passed");
    const known = evidence.build as NonNullable<typeof evidence.build>;
    const build = { ...known, expected: { ...known.expected, runtime: "match" } } as const;
    assert.equal(matchGoodEnough.run({ ...evidence, requirement, build }).status, "failed");
    const modest = { minMatch: "match", requireCreation: false } as const;
    assert.equal(matchGoodEnough.run({ ...evidence, requirement: modest, build }).status, "passed");
  });
});
