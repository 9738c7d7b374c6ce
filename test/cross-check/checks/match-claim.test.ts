import { assert } from "chai";
import { flipByte } from "../../helpers/compile.ts";
import { itFails, ofRecord } from "../../helpers/cross-check/changed-field.ts";
import {
  checkOf,
  set,
  statusOf,
  withBody,
  withCreation,
  withoutBuild,
} from "../../helpers/cross-check/one-check.ts";
import { recompiledHere } from "../../helpers/cross-check/recompiled.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";
import { itFailsForRecords, type RecordCase } from "../../helpers/cross-check/replayed.ts";

const TAMPERED: readonly RecordCase[] = [
  [
    "a runtime match that was upgraded",
    "comment-changed",
    (body) => {
      body.match = body.runtimeMatch = "exact_match";
    },
  ],
  [
    "a creation match that was upgraded",
    "comment-changed",
    (body) => {
      body.match = body.creationMatch = "exact_match";
    },
  ],
  [
    "a match that was upgraded by linking",
    "linked-library-settings-added",
    (body) => {
      body.match = body.runtimeMatch = "exact_match";
    },
  ],
];

describe("cross-check - match-claim", () => {
  itFailsForRecords("match-claim", TAMPERED);

  it("lets a failure of one side outweigh what is missing of the other", () => {
    const evidence = withBody("plain", (body) => {
      body.runtimeBytecode.recompiledBytecode = null;
      body.creationBytecode.recompiledBytecode = flipByte(body.creationBytecode.recompiledBytecode, 30);
    });
    assert.equal(statusOf("match-claim", evidence), "failed");
  });

  it("is unknown without recompiled code if a Vyper constructor writes the runtime code", () => {
    const evidence = withBody("immutables", (body) => {
      for (const each of [body.runtimeBytecode, body.creationBytecode]) each.recompiledBytecode = null;
    });
    const { build } = evidence;
    if (build?.compiled === undefined) throw new Error("The record has a build.");
    // The template ends where the immutables begin, which the constructor appends.
    const shorter = { ...build.compiled.runtime, object: build.compiled.runtime.object.slice(0, -64) };
    const input = { ...build.compilation.input, language: "Vyper" };
    const vyper = {
      ...build,
      compiled: { ...build.compiled, runtime: shorter },
      compilation: { ...build.compilation, input },
    };
    assert.equal(checkOf("match-claim", { ...evidence, build: vyper }).status, "unknown");
  });

  for (const side of ["runtime", "creation"] as const)
    it(`is unknown without recompiled ${side} code and without a build`, () => {
      const evidence = withBody("immutables", set(`${side}Bytecode.recompiledBytecode`, null));
      assert.equal(statusOf("match-claim", withoutBuild(evidence)), "unknown");
    });
});

describe("cross-check - match-claim, a single changed field", () => {
  itFails("match-claim", {
    "runtimeBytecode.recompiledBytecode, a byte of the metadata hash": ofRecord(
      set("runtimeBytecode.recompiledBytecode", (old) => flipByte(old, -20)),
    ),
  });
});

describe("cross-check - match-claim, a match that claims to be exact", () => {
  it("detects a claimed exact match that rests on other metadata", () => {
    const evidence = recordedEvidence(recording("comment-changed"));
    const record = { ...evidence.record, match: "exact_match", runtimeMatch: "exact_match" } as const;
    assert.equal(statusOf("match-claim", { ...evidence, record }), "failed");
  });

  it("detects a claimed exact match without any metadata hash", () => {
    const evidence = recordedEvidence(recording("metadata-hash-none"));
    const record = { ...evidence.record, match: "exact_match", runtimeMatch: "exact_match" } as const;
    assert.equal(statusOf("match-claim", { ...evidence, record }), "failed");
  });

  for (const side of ["runtime", "creation"] as const)
    it(`detects a claimed exact ${side} match without any metadata hash or recompiled code`, () => {
      const evidence = withBody("metadata-hash-none", (body) => {
        body.match = body[`${side}Match`] = "exact_match";
        body[`${side}Bytecode`].recompiledBytecode = null;
      });
      assert.equal(statusOf("match-claim", evidence), "failed");
    });

  it("compares a side without recompiled code with the code from a build or a compiler here", async () => {
    const evidenceOf = (initCode: (bytecode: string) => string) => {
      const plain = withBody("plain", (body) => {
        body.creationBytecode.recompiledBytecode = null;
        body.creationBytecode.onchainBytecode = initCode(body.creationBytecode.onchainBytecode);
      });
      const bytecode = plain.record.creationBytecode?.onchainBytecode ?? "";
      return withCreation(plain, { initCode: { bytecode, shownBy: "transaction" } });
    };
    const honest = evidenceOf((bytecode) => bytecode);
    assert.equal(statusOf("match-claim", withoutBuild(honest)), "unknown");
    for (const evidence of [honest, await recompiledHere(honest)])
      assert.equal(statusOf("match-claim", evidence), "passed");
    const other = evidenceOf((bytecode) => flipByte(bytecode, -20));
    for (const evidence of [other, await recompiledHere(other)]) {
      const { status, expected } = checkOf("match-claim", evidence);
      assert.deepEqual([status, expected], ["failed", "creation match"]);
    }
  });

  it("detects a claimed exact match that only an omitted side could have", () => {
    const without = (name: string) =>
      withBody(name, (body) => {
        body.match = "exact_match";
        body.runtimeMatch = "match";
        delete body.creationMatch;
      });
    assert.equal(statusOf("match-claim", without("metadata-hash-none")), "failed");
    assert.equal(statusOf("match-claim", without("comment-changed")), "failed");
    assert.equal(statusOf("match-claim", without("plain")), "passed");
  });
});
