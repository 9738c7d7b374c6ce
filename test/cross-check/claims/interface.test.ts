import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { set, withBody, withBuildOf } from "../../helpers/cross-check/one-check.ts";
import { stateOf } from "../../helpers/cross-check/one-claim.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

const plain = recordedEvidence(recording("plain"));

const withLayout = (storageLayout: unknown): Evidence =>
  withBuildOf(plain, ({ compiled }) => {
    if (compiled === undefined) throw new Error("The recording has a compiled build.");
    return { compiled: { ...compiled, storageLayout } };
  });

describe("cross-check - the claim interface", () => {
  it("should be proven by a build that has the ABI and the storage layout", () =>
    assert.equal(stateOf("interface", withLayout(plain.record.storageLayout)), "proven"));

  it("should be vouched for where nothing here has a storage layout to compare", () =>
    assert.equal(stateOf("interface", withLayout(undefined)), "vouched"));

  it("should be vouched for where one of its checks is unknown", () => {
    const evidence = withLayout(plain.record.storageLayout);
    assert.equal(
      stateOf("interface", { ...evidence, record: { ...evidence.record, signatures: null } }),
      "vouched",
    );
  });

  it("should be proven where the record has no storage layout either", () => {
    const evidence = withLayout(undefined);
    const record = { ...evidence.record, storageLayout: null };
    assert.equal(stateOf("interface", { ...evidence, record }), "proven");
  });

  it("should be vouched for where only its functions are the build's", () => {
    const renamed = withBody("metadata-hash-none", (body) => {
      body.abi = body.abi.map((entry: Readonly<Record<string, unknown>>) => ({
        ...entry,
        outputs: [{ name: "other", type: "uint256", internalType: "uint256" }],
      }));
      body.storageLayout = null;
    });
    assert.equal(stateOf("interface", renamed), "vouched");
    const same = withBody("metadata-hash-none", set("storageLayout", null));
    assert.equal(stateOf("interface", same), "proven");
  });
});
