import { assert } from "chai";
import { hashSignatures } from "../../../src/internal/local/verification/signatures.ts";
import { type Change, set, statusOf, withBody } from "../../helpers/cross-check/one-check.ts";
import { claimsOf, recompiledHere } from "../../helpers/cross-check/recompiled.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

const LIES: readonly (readonly [what: string, base: string, change: Change])[] = [
  [
    "documentation in the metadata, which no hash covers",
    "metadata-hash-none",
    set("metadata.output.userdoc.notice", "Audited."),
  ],
  ["documentation for users", "plain", set("userdoc.notice", "Audited.")],
  ["documentation for developers", "immutables", set("devdoc.title", "Audited")],
  [
    "a parameter's name in the ABI",
    "constructor-arguments",
    (body) => {
      const [{ inputs }] = body.abi.filter(
        (entry: { inputs?: unknown[] }) => (entry.inputs ?? []).length > 0,
      );
      inputs[0].name = "harmless";
    },
  ],
  [
    "a function in ABI and signatures that the code lacks, without a metadata hash",
    "metadata-hash-none",
    (body) => {
      body.abi.push({ type: "function", name: "rescue", inputs: [], outputs: [], stateMutability: "view" });
      body.signatures = hashSignatures(body.abi);
    },
  ],
  ["the selector of a function", "plain", set("signatures.function.0.signatureHash4", "0xdeadbeef")],
];

describe("cross-check - recompiled-interface", () => {
  it("should be skipped where nothing was recompiled", () =>
    assert.equal(statusOf("recompiled-interface", recordedEvidence(recording("plain"))), "skipped"));

  for (const [what, base, change] of LIES)
    it(`should fail for ${what}: ${base}`, async () => {
      const { failed, states } = claimsOf(await recompiledHere(withBody(base, change)));
      assert.include(failed, "recompiled-interface");
      assert.equal(states.interface, "refuted");
    });

  it("should leave another author's words alone where the code has no metadata hash", async () => {
    const evidence = withBody("metadata-hash-none", (body) => {
      body.abi.push({ type: "event", name: "Never", inputs: [], anonymous: false });
      body.signatures = hashSignatures(body.abi);
      body.userdoc = { ...body.userdoc, notice: "Another author's." };
    });
    const { failed, states } = claimsOf(await recompiledHere(evidence));
    assert.isEmpty(failed);
    assert.equal(states.interface, "vouched");
  });
});
