import { assert } from "chai";
import { expectedMatchWords, storedMatchWords } from "../../src/internal/render/words/match-words.ts";
import type { StoredMatch } from "../../src/internal/report/model.ts";

describe("the words for a stored match", () => {
  it("should show each side's own match, whatever the combined one", () => {
    const stored = (
      match: StoredMatch["match"],
      creationMatch: StoredMatch["creationMatch"],
      runtimeMatch: StoredMatch["runtimeMatch"],
    ) => storedMatchWords({ match, creationMatch, runtimeMatch, verifiedAt: null, matchId: null });
    assert.equal(
      stored("exact_match", "match", "exact_match"),
      "exact match of the runtime code, match (not exact) of the creation code",
    );
    assert.equal(
      stored("exact_match", null, "match"),
      "no match of the creation code, match (not exact) of the runtime code",
    );
    assert.equal(stored("exact_match", "match", "match"), "match (not exact) of creation and runtime code");
  });

  it("should say which side can't be predicted", () => {
    assert.equal(
      expectedMatchWords({ creation: "unknown", runtime: "exact_match", reasons: [] }),
      "exact match of the runtime code; the creation code can't be predicted",
    );
  });
});
