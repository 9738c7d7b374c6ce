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
const SIDES: readonly Side[] = [null, "match", "exact_match"];

describe("match - whether it is good enough", () => {
  for (const minMatch of ["match", "exact_match"] as const)
    for (const requireCreation of [false, true]) {
      it(`for ${minMatch}${requireCreation ? " with the creation side" : ""} always needs the runtime side`, () => {
        for (const creation of SIDES) {
          for (const runtime of SIDES) {
            const enough = (side: Side) => side === "exact_match" || side === minMatch;
            assert.equal(
              isGoodEnough(sides(creation, runtime), { minMatch, requireCreation }),
              enough(runtime) && (!requireCreation || enough(creation)),
              `${creation} ${runtime}`,
            );
          }
        }
      });
    }
});

describe("match - whether submitting can help", () => {
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

  it("is true if nothing is stored and any match is predicted", () => {
    assert.isTrue(canImprove(undefined, promised("unknown", "match")));
    assert.isFalse(canImprove(undefined, promised("unknown", "none")));
  });
});
