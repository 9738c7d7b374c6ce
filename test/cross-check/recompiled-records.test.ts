import { assert } from "chai";
import type { Evidence } from "../../src/internal/cross-check/evidence.ts";
import { evidenceOf, withBody, withFacts } from "../helpers/cross-check/one-check.ts";
import { claimsOf, compilerHere, recompiledHere } from "../helpers/cross-check/recompiled.ts";
import { VERIFIED } from "../helpers/cross-check/recorded-evidence.ts";

/** The recordings whose code on chain has another author's metadata hash. */
const OTHER_HASH = ["comment-changed", "linked-library-settings-added"];

describe("cross-check - recorded verifications, recompiled here without a build", () => {
  for (const name of VERIFIED)
    it(`should prove code and sources, with one compilation: ${name}`, async () => {
      const { compile, compiled } = compilerHere();
      const evidence = await recompiledHere(evidenceOf(name), compile);
      const { checks, states } = claimsOf(evidence);
      const needsBuild = "recompiled-code";
      assert.isEmpty(
        checks.filter(
          ({ id, status }) => id.startsWith("recompiled-") && id !== needsBuild && status !== "passed",
        ),
      );
      assert.equal(states["runtime-code"], "proven");
      assert.equal(states.sources, OTHER_HASH.includes(name) ? "vouched" : "proven");
      assert.equal(states.interface, "proven");
      assert.lengthOf(compiled, 1);
    });

  it("should compile with the line endings that the hashes cover", async () => {
    const asRead = withBody("plain", (body) => {
      for (const source of Object.values<{ content: string }>(body.stdJsonInput.sources))
        source.content = source.content.replace(/\n/g, "\r\n");
    });
    const { failed, states } = claimsOf(await recompiledHere(asRead));
    assert.deepEqual(failed, ["recompiled-here"], "an explorer reads other sources than the input's");
    assert.equal(states["runtime-code"], "refuted");
  });
});

describe("cross-check - lies that a local compiler refutes", () => {
  it("should refute immutables and call protection in the service's compiled code", async () => {
    for (const name of ["immutables", "library-itself"]) {
      const filledIn = withBody(name, ({ runtimeBytecode }) => {
        runtimeBytecode.recompiledBytecode = runtimeBytecode.onchainBytecode;
        runtimeBytecode.transformations = [];
        runtimeBytecode.transformationValues = {};
      });
      const { failed, states } = claimsOf(filledIn);
      assert.include(failed, "recompiled-code", name);
      assert.equal(states.sources, "refuted");
      assert.include(claimsOf(await recompiledHere(filledIn)).failed, "recompiled-here", name);
    }
  });

  it("should refute a library with another library's call protection", async () => {
    const evidence = evidenceOf("library-itself");
    const foreign = withProtection(evidence, "ab".repeat(20));
    assert.include(claimsOf(foreign).failed, "runtime-code-build");
    assert.include(claimsOf(await recompiledHere(foreign)).failed, "recompiled-here");
    // Code that no creation code deployed equals the compiled code.
    const asCompiled = claimsOf(withProtection(evidence, "00".repeat(20)));
    assert.equal(asCompiled.checks.find(({ id }) => id === "runtime-code-build")?.status, "passed");
  });
});

function withProtection(evidence: Evidence, address: string): Evidence {
  const { runtimeBytecode } = evidence.facts;
  const code = `0x73${address}${runtimeBytecode.slice(4 + address.length)}`;
  return withFacts(evidence, { runtimeBytecode: code });
}
