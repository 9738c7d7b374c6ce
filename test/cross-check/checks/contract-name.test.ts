import { assert } from "chai";
import { itFails, ofRecord } from "../../helpers/cross-check/changed-field.ts";
import { set, statusOf } from "../../helpers/cross-check/one-check.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

describe("cross-check - a record without metadata", () => {
  it("should not be compared with a build whose metadata may be of other sources", () => {
    const { build, record, ...rest } = recordedEvidence(recording("plain"));
    assert(build !== undefined);
    const expected = { ...build.expected, runtime: "unknown", creation: "unknown" } as const;
    const { metadata: _, ...without } = record;
    const compilation = { ...record.compilation, fullyQualifiedName: "contracts/Older.sol:Older" };
    const sources = Object.fromEntries(
      Object.keys(record.sources ?? {}).map((path) => [path, { content: "// Older" }]),
    );
    const evidence = {
      ...rest,
      build: { ...build, expected },
      record: { ...without, compilation, sources },
    };
    for (const id of ["contract-name", "build-sources"]) assert.equal(statusOf(id, evidence), "skipped", id);
  });
});

describe("cross-check - contract-name, a single changed field", () => {
  itFails("contract-name", {
    "metadata.settings.compilationTarget, the name": ofRecord((body) => {
      const [path] = Object.keys(body.metadata.settings.compilationTarget);
      body.metadata.settings.compilationTarget = { [path ?? ""]: "Other" };
    }),
    "metadata.settings.compilationTarget, the path": ofRecord((body) => {
      const [name] = Object.values(body.metadata.settings.compilationTarget);
      body.metadata.settings.compilationTarget = { "contracts/Other.sol": name };
    }),
    "metadata.settings.compilationTarget, one more": ofRecord((body) => {
      body.metadata.settings.compilationTarget["contracts/Other.sol"] = "Other";
    }),
    "compilation.fullyQualifiedName": ofRecord(set("compilation.fullyQualifiedName", (old) => `${old}2`)),
    "compilation.fullyQualifiedName, with an exact match of an omitted side": ofRecord((body) => {
      Object.assign(body, { match: "exact_match", runtimeMatch: "match" });
      delete body.creationMatch;
      body.compilation.fullyQualifiedName += "2";
    }),
    "compilation.fullyQualifiedName, without metadata": ofRecord((body) => {
      delete body.metadata;
      body.compilation.fullyQualifiedName += "2";
    }),
    "compilation.name, without the qualified one": ofRecord((body) => {
      delete body.compilation.fullyQualifiedName;
      body.compilation.name = "Other";
    }),
    "compilation.name, without the qualified one and metadata": ofRecord((body) => {
      delete body.metadata;
      delete body.compilation.fullyQualifiedName;
      body.compilation.name = "Other";
    }),
  });
});
