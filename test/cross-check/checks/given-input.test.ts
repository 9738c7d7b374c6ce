import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { itHas } from "../../helpers/cross-check/check-tables.ts";
import {
  checkOf,
  compiledAs,
  drop,
  evidenceOf,
  statusOf,
  withBody,
  withBuildOf,
} from "../../helpers/cross-check/one-check.ts";
import { VERIFIED } from "../../helpers/cross-check/recorded-evidence.ts";

type Input = NonNullable<Evidence["build"]>["compilation"]["input"];

const exact = evidenceOf("plain");

/** The evidence of a run with --std-json-input: an input without a compiled build. */
function given(evidence: Evidence, change: (input: Input) => Partial<Input> = () => ({})): Evidence {
  return withBuildOf(evidence, ({ compilation }) => ({
    compiled: undefined,
    compilation: { ...compilation, input: { ...compilation.input, ...change(compilation.input) } },
  }));
}

const compiledHere = (evidence: Evidence, from: string): Evidence => ({
  ...evidence,
  givenCompiled: compiledAs(from),
});

describe("cross-check - given-input", () => {
  const partial = given(evidenceOf("comment-changed"), () => ({
    sources: { "contracts/Mine.sol": { content: "// mine" } },
  }));
  itHas("given-input", {
    passed: {
      "the input of an exact match": given(exact),
      "only its sources and settings": given(withBody("plain", drop("stdJsonInput"))),
      "another author's partial match, compiled by a service": { ...partial, isJudged: true },
      "another author's partial match, compiled here": compiledHere(partial, "comment-changed"),
    },
    failed: {
      "sources that differ from an exact match's": given(exact, () => ({
        sources: { "contracts/Other.sol": { content: "contract Other {}" } },
      })),
      "other settings": given(exact, ({ settings }) => ({ settings: { ...settings, viaIR: true } })),
      "another compiler": withBuildOf(given(exact), ({ compilation }) => ({
        compilation: { ...compilation, compilerVersion: "0.8.27+commit.40a35a09" },
      })),
      "another contract": withBuildOf(given(exact), ({ contract }) => ({
        contract: { ...contract, name: "Other" },
      })),
    },
    unknown: { "another author's partial match": partial },
    skipped: { "a compiled build": exact },
  });
});

describe("cross-check - given-input-here", () => {
  it("should pass every recorded verification that compiles to the code on chain", () => {
    for (const name of VERIFIED)
      assert.equal(statusOf("given-input-here", compiledHere(evidenceOf(name), name)), "passed", name);
  });

  it("should fail for other code, and describe both", () => {
    const { status, expected, actual } = checkOf("given-input-here", compiledHere(exact, "immutables"));
    assert.equal(status, "failed");
    assert.notEqual(expected, actual);
  });

  it("should be unknown if the compiler failed, and skipped if none is available", () => {
    const reason = "it said so";
    assert.equal(statusOf("given-input-here", exact), "skipped");
    for (const [givenCompiled, status] of [
      [{ kind: "failed", reason }, "unknown"],
      [{ kind: "not-possible", reason }, "skipped"],
      [{ kind: "no-compiler", reason, longVersion: "0.8.28" }, "skipped"],
    ] as const) {
      const check = checkOf("given-input-here", { ...exact, givenCompiled });
      assert.equal(check.status, status);
      assert.include(check.reason, reason);
    }
  });
});
