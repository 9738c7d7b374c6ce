import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { flipByte } from "../../helpers/compile.ts";
import { type Change, set, statusOf, withBody } from "../../helpers/cross-check/one-check.ts";
import {
  recordedCandidate,
  recordedEvidence,
  recording,
  VERIFIED,
} from "../../helpers/cross-check/recorded-evidence.ts";

function compiledHere(evidence: Evidence, from: string): Evidence {
  const { runtime, creation } = recordedCandidate(recording(from));
  return { ...evidence, recompiled: { kind: "compiled", runtime, creation } };
}

/** What was deployed is the build's; what the service compiled is the submitted sources'. */
const EXACT = VERIFIED.filter((name) => recording(name).record.body.match === "exact_match");

const TAMPERED: Readonly<Record<string, Change>> = {
  "a byte of the service's runtime code": set("runtimeBytecode.recompiledBytecode", (old) =>
    flipByte(old, 30),
  ),
  "a byte of the service's metadata": set("runtimeBytecode.recompiledBytecode", (old) => flipByte(old, -20)),
  "a byte of the service's creation code": set("creationBytecode.recompiledBytecode", (old) =>
    flipByte(old, 30),
  ),
  "a source that people read": (body) => {
    const [source = ""] = Object.keys(body.sources);
    body.sources[source].content += " ";
  },
  "a hash of the metadata": (body) => {
    const [source = ""] = Object.keys(body.metadata.sources);
    body.metadata.sources[source].keccak256 = `0x${"ab".repeat(32)}`;
  },
};

describe("cross-check - recompiled-here", () => {
  it("should pass every recorded exact match", () => {
    assert.isAbove(EXACT.length, 4);
    for (const name of EXACT)
      assert.equal(
        statusOf("recompiled-here", compiledHere(recordedEvidence(recording(name)), name)),
        "passed",
        name,
      );
  });

  for (const [what, change] of Object.entries(TAMPERED))
    it(`should fail for ${what}`, () =>
      assert.equal(statusOf("recompiled-here", compiledHere(withBody("plain", change), "plain")), "failed"));

  it("should fail for sources that compile to other code than is on chain, or to none", () => {
    const evidence = recordedEvidence(recording("plain"));
    assert.equal(statusOf("recompiled-here", compiledHere(evidence, "immutables")), "failed");
    const recompiled = { kind: "failed", reason: "an error" } as const;
    assert.equal(statusOf("recompiled-here", { ...evidence, recompiled }), "failed");
  });

  it("should be unknown without a compiler, and skipped where it was not asked for", () => {
    const evidence = recordedEvidence(recording("plain"));
    const recompiled = { kind: "no-compiler", reason: "none", longVersion: "0.8.28" } as const;
    assert.equal(statusOf("recompiled-here", { ...evidence, recompiled }), "unknown");
    assert.equal(statusOf("recompiled-here", evidence), "skipped");
  });
});
