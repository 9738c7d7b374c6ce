import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { drop, statusOf, withBody, withBuildOf } from "../../helpers/cross-check/one-check.ts";
import {
  recordedCandidate,
  recordedEvidence,
  recording,
} from "../../helpers/cross-check/recorded-evidence.ts";

/** The evidence of a run with --std-json-input: an input without a compiled build. */
function given(evidence: Evidence, change: (input: Input) => Partial<Input> = () => ({})): Evidence {
  return withBuildOf(evidence, ({ compilation }) => ({
    compiled: undefined,
    compilation: { ...compilation, input: { ...compilation.input, ...change(compilation.input) } },
  }));
}
type Input = NonNullable<Evidence["build"]>["compilation"]["input"];

const exact = recordedEvidence(recording("plain"));
const partial = recordedEvidence(recording("comment-changed"));

describe("cross-check - given-input", () => {
  it("should pass the input of an exact match, by its sources and settings alone, too", () => {
    assert.equal(statusOf("given-input", given(exact)), "passed");
    const without = withBody("plain", drop("stdJsonInput"));
    assert.equal(statusOf("given-input", given(without)), "passed");
  });

  for (const [what, change] of [
    ["other sources", () => ({ sources: { "contracts/Other.sol": { content: "contract Other {}" } } })],
    ["other settings", ({ settings }) => ({ settings: { ...settings, viaIR: true } })],
  ] satisfies readonly (readonly [string, (input: Input) => Partial<Input>])[])
    it(`should fail for ${what} than those of an exact match`, () =>
      assert.equal(statusOf("given-input", given(exact, change)), "failed"));

  it("should fail for another compiler and another contract than those of an exact match", () => {
    const compiler = withBuildOf(given(exact), ({ compilation }) => ({
      compilation: { ...compilation, compilerVersion: "0.8.27+commit.40a35a09" },
    }));
    assert.equal(statusOf("given-input", compiler), "failed");
    const contract = withBuildOf(given(exact), ({ contract: named }) => ({
      contract: { ...named, name: "Other" },
    }));
    assert.equal(statusOf("given-input", contract), "failed");
  });

  it("should not know from another author's partial match, unless it is compiled by somebody", () => {
    const evidence = given(partial, () => ({ sources: { "contracts/Mine.sol": { content: "// mine" } } }));
    assert.equal(statusOf("given-input", evidence), "unknown");
    assert.equal(statusOf("given-input", { ...evidence, isJudged: true }), "passed");
    const { runtime, creation } = recordedCandidate(recording("comment-changed"));
    const givenCompiled = { kind: "compiled", runtime, creation } as const;
    assert.equal(statusOf("given-input", { ...evidence, givenCompiled }), "passed");
  });

  it("should skip a compiled build", () => assert.equal(statusOf("given-input", exact), "skipped"));
});
