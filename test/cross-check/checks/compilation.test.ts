import { assert } from "chai";
import { type Change, checkOf, drop, set, statusOf, withBody } from "../../helpers/cross-check/one-check.ts";
import { recordedEvidence, recording, VERIFIED } from "../../helpers/cross-check/recorded-evidence.ts";

const OF_COMPILATION: Readonly<Record<string, Change>> = {
  "the compiler of another language": set("compilation.compiler", "vyper"),
  "an unknown compiler": set("compilation.compiler", "solcx"),
  "an unknown language of a known compiler": set("compilation.language", "Solidity++"),
  "another language and its compiler": (body) => {
    Object.assign(body.compilation, { language: "Vyper", compiler: "vyper" });
  },
  "another language of the same compiler": set("compilation.language", "Yul"),
  "another language of the metadata": set("metadata.language", "Yul"),
  "another name": set("compilation.name", "Other"),
  "a name with its path": (body) => {
    body.compilation.name = body.compilation.fullyQualifiedName;
  },
  "another fully qualified name": set("compilation.fullyQualifiedName", (old) => `${old}2`),
};

const statusFor = (name: string, change: Change) => statusOf("compilation", withBody(name, change));

describe("cross-check - compilation", () => {
  for (const base of ["plain", "immutables", "linked-library"])
    for (const [what, change] of Object.entries(OF_COMPILATION))
      it(`should fail for ${what}: ${base}`, () => assert.equal(statusFor(base, change), "failed"));

  it("should pass every recorded verification, and another letter case of the compiler", () => {
    for (const name of VERIFIED) {
      assert.equal(checkOf("compilation", recordedEvidence(recording(name))).status, "passed", name);
      const upper: Change = set("compilation.compiler", "Solc");
      assert.equal(statusFor(name, upper), "passed", name);
    }
  });

  it("should accept another author's names and language where the match does not cover the metadata", () => {
    const others: Change = (body) => {
      Object.assign(body.compilation, {
        name: "Theirs",
        fullyQualifiedName: "a:b.sol:Theirs",
        language: "Yul",
      });
    };
    assert.equal(statusFor("comment-changed", others), "passed");
    const torn: Change = set("compilation.name", "Theirs");
    assert.equal(statusFor("comment-changed", torn), "failed");
  });

  it("should accept the names of an unknown compiler, and be unknown without the field", () => {
    const tomorrow: Change = (body) => {
      Object.assign(body.compilation, { language: "Sway", compiler: "forc" });
    };
    assert.equal(statusFor("comment-changed", tomorrow), "passed");
    const none: Change = drop("compilation");
    assert.equal(statusFor("plain", none), "unknown");
  });
});
