import { assert } from "chai";
import { itFails, ofRecord } from "../../helpers/cross-check/changed-field.ts";
import { set, statusOf, withBody, withoutBuild } from "../../helpers/cross-check/one-check.ts";

describe("cross-check - compiler-version, a single changed field", () => {
  itFails("compiler-version", {
    "metadata.compiler.version": ofRecord(set("metadata.compiler.version", "0.8.27+commit.40a35a09")),
    "compilation.compilerVersion": ofRecord(set("compilation.compilerVersion", "0.8.28")),
  });
});

describe("cross-check - compiler-version, in a record whose metadata no hash on chain covers", () => {
  const statusFor = (version: string) => {
    const evidence = withBody("metadata-hash-none", set("compilation.compilerVersion", version));
    return statusOf("compiler-version", withoutBuild(evidence));
  };

  it("should fail for another version than the metadata's", () =>
    assert.equal(statusFor("0.8.27+commit.40a35a09"), "failed"));

  it("should skip another version if the code doesn't contain its compiler's", () => {
    const evidence = withBody(
      "metadata-hash-none",
      set("compilation.compilerVersion", "0.8.27+commit.40a35a09"),
    );
    const { runtimeBytecode } = evidence.facts;
    const end = Number.parseInt(runtimeBytecode.slice(-4), 16) + 2;
    const facts = { ...evidence.facts, runtimeBytecode: runtimeBytecode.slice(0, -2 * end) };
    assert.equal(statusOf("compiler-version", withoutBuild({ ...evidence, facts })), "skipped");
  });

  it("should skip a version without its commit", () => assert.equal(statusFor("0.8.28"), "skipped"));
});
