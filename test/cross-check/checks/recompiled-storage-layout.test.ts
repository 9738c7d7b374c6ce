import { assert } from "chai";
import { type Change, set, statusOf, withBody } from "../../helpers/cross-check/one-check.ts";
import { claimsOf, recompiledHere } from "../../helpers/cross-check/recompiled.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

const LIES: readonly (readonly [what: string, base: string, change: Change])[] = [
  ["another slot", "plain", set("storageLayout.storage.0.slot", "7")],
  ["another name", "upgrade-match-to-exact", set("storageLayout.storage.0.label", "harmless")],
  ["a variable that is left out", "already-verified", set("storageLayout.storage", [])],
];

describe("cross-check - recompiled-storage-layout", () => {
  it("should be skipped where nothing was recompiled", () =>
    assert.equal(statusOf("recompiled-storage-layout", recordedEvidence(recording("plain"))), "skipped"));

  for (const [what, base, change] of LIES)
    it(`should fail for ${what}: ${base}`, async () => {
      const { failed, states } = claimsOf(await recompiledHere(withBody(base, change)));
      assert.include(failed, "recompiled-storage-layout");
      assert.equal(states.interface, "refuted");
    });
});
