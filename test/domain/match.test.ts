import { assert } from "chai";
import { canImprove, type ExpectedSideMatch, isGoodEnough } from "../../src/internal/domain/match.ts";
import type { Match } from "../../src/internal/domain/record.ts";

type Side = Match | null;
const sides = (creationMatch: Side, runtimeMatch: Side) => ({ creationMatch, runtimeMatch });
const promised = (creation: ExpectedSideMatch, runtime: ExpectedSideMatch) => ({
  creation,
  runtime,
  reasons: [],
});

describe("match - a match that is good enough", () => {
  for (const [creation, runtime, minMatch, requireCreation, expected] of [
    [null, "match", "match", false, true],
    [null, "match", "exact_match", false, false],
    ["exact_match", null, "match", false, false],
    [null, "exact_match", "match", true, false],
    ["match", "exact_match", "match", true, true],
    ["match", "exact_match", "exact_match", true, false],
    ["exact_match", "exact_match", "exact_match", true, true],
  ] as const)
    it(`creation ${creation}, runtime ${runtime} for ${minMatch}${requireCreation ? " with creation" : ""}: ${expected}`, () =>
      assert.equal(isGoodEnough(sides(creation, runtime), { minMatch, requireCreation }), expected));
});

describe("match - a match that a submission can improve", () => {
  for (const [creation, runtime, expectation, improves] of [
    [null, null, promised("exact_match", "exact_match"), true],
    ["match", "match", promised("exact_match", "exact_match"), true],
    ["match", "match", promised("match", "match"), false],
    ["exact_match", "match", promised("match", "match"), false],
    [null, "exact_match", promised("exact_match", "exact_match"), true],
    [null, "exact_match", promised("unknown", "exact_match"), false],
    [null, "exact_match", promised("none", "exact_match"), false],
    ["exact_match", "exact_match", promised("exact_match", "exact_match"), false],
    ["exact_match", "exact_match", promised("unknown", "unknown"), false],
  ] as const)
    it(`stored ${creation} and ${runtime}, predicted ${expectation.creation} and ${expectation.runtime}`, () => {
      assert.equal(canImprove(sides(creation, runtime), expectation), improves);
    });

  it("includes no match at all if any match is predicted", () => {
    assert.isTrue(canImprove(undefined, promised("unknown", "match")));
    assert.isFalse(canImprove(undefined, promised("unknown", "none")));
  });
});
