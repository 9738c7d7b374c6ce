import { assert } from "chai";
import { itFails, ofRecord } from "../../helpers/cross-check/changed-field.ts";
import { type Body, statusOf } from "../../helpers/cross-check/one-check.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

const firstSource = (body: Body) => Object.keys(body.metadata.sources)[0] ?? "";

describe("cross-check - build-sources", () => {
  it("should pass only if the metadata lists every source that the contract needs", () => {
    const evidence = recordedEvidence(recording("linked-library"));
    const { metadata } = evidence.record;
    const sources = Object.entries(metadata?.sources ?? {});
    assert.lengthOf(sources, 2);
    assert.equal(statusOf("build-sources", evidence), "passed");
    for (const kept of sources) {
      const record = { ...evidence.record, metadata: { ...metadata, sources: Object.fromEntries([kept]) } };
      assert.equal(statusOf("build-sources", { ...evidence, record }), "failed");
    }
  });
});

describe("cross-check - build-sources, a single changed field", () => {
  itFails("build-sources", {
    "a source and its hash together": ofRecord((body) => {
      body.sources[firstSource(body)].content = "";
      body.metadata.sources[firstSource(body)].keccak256 =
        "0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470";
    }),
    "a source, without metadata": ofRecord((body) => {
      body.sources[firstSource(body)].content = "";
      delete body.metadata;
    }),
    "a source more in the metadata": ofRecord((body) => {
      body.metadata.sources["contracts/More.sol"] = { keccak256: `0x${"ab".repeat(32)}` };
    }),
  });
});
