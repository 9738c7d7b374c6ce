import { assert } from "chai";
import { type Change, set, statusOf, withBody } from "../../helpers/cross-check/one-check.ts";
import { claimsOf, recompiledHere } from "../../helpers/cross-check/recompiled.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

const LIES: readonly (readonly [what: string, base: string, change: Change])[] = [
  [
    "a second compilation target",
    "metadata-hash-none",
    (body) => {
      body.metadata.settings.compilationTarget["Audited.sol"] = "Audited";
    },
  ],
  [
    "a source that the contract does not need",
    "metadata-hash-none",
    (body) => {
      const [path = ""] = Object.keys(body.sources);
      body.sources["contracts/Audited.sol"] = body.sources[path];
      body.metadata.sources["contracts/Audited.sol"] = body.metadata.sources[path];
    },
  ],
  ["a version of the metadata that the compiler does not write", "plain", set("metadata.version", 2)],
];

describe("cross-check - recompiled-metadata", () => {
  it("should be skipped where nothing was recompiled", () =>
    assert.equal(statusOf("recompiled-metadata", recordedEvidence(recording("plain"))), "skipped"));

  for (const [what, base, change] of LIES)
    it(`should fail for ${what}: ${base}`, async () => {
      const { failed, states } = claimsOf(await recompiledHere(withBody(base, change)));
      assert.include(failed, "recompiled-metadata");
      assert.equal(states.sources, "refuted");
    });
});
