import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { flipByte } from "../../helpers/compile.ts";
import {
  type Body,
  type Change,
  checkOf,
  set,
  statusOf,
  withBody,
  withBuildOf,
} from "../../helpers/cross-check/one-check.ts";
import { recompiledHere } from "../../helpers/cross-check/recompiled.ts";
import { recordedEvidence, recording, VERIFIED } from "../../helpers/cross-check/recorded-evidence.ts";
import {
  creation,
  itFailsForRecords,
  itIsUnknown,
  type RecordCase,
  runtime,
} from "../../helpers/cross-check/replayed.ts";

type SideCase = readonly [what: string, name: string, change: (side: Body) => void];

const ON_EITHER_SIDE: readonly SideCase[] = [
  [
    "a library, one byte later",
    "linked-library",
    (it) => it.linkReferences["contracts/Maths.sol"].Maths[0].start++,
  ],
  ["a wider library", "linked-library", (it) => it.linkReferences["contracts/Maths.sol"].Maths[0].length++],
  ["one library more", "plain", set("linkReferences", { "A.sol": { A: [{ start: 20, length: 20 }] } })],
  ["no library", "linked-library", set("linkReferences", {})],
  ["metadata, one byte later", "plain", (it) => it.cborAuxdata["1"].offset++],
  ["metadata that is cut short", "plain", set("cborAuxdata.1.value", (old) => old.slice(0, -4))],
  ["other metadata", "plain", set("cborAuxdata.1.value", (old) => flipByte(old, 20))],
  [
    "code as metadata",
    "plain",
    (it) => {
      it.cborAuxdata["2"] = { offset: 20, value: `0x${it.recompiledBytecode.slice(42, 62)}` };
    },
  ],
  ["no metadata", "plain", set("cborAuxdata", {})],
];

const TAMPERED: readonly RecordCase[] = [
  [
    "an immutable reference, one byte later",
    "immutables",
    runtime((it) => it.immutableReferences["6"][0].start++),
  ],
  [
    "an immutable reference that is wider",
    "immutables",
    runtime((it) => it.immutableReferences["6"][0].length++),
  ],
  ["one immutable reference fewer", "immutables", runtime((it) => it.immutableReferences["6"].pop())],
  [
    "one immutable reference twice",
    "immutables",
    runtime((it) => it.immutableReferences["6"].push(it.immutableReferences["6"][0])),
  ],
  [
    "an immutable reference over code",
    "plain",
    runtime(set("immutableReferences", { 6: [{ start: 20, length: 32 }] })),
  ],
  [
    "code as metadata, in a language whose metadata has another form than the build's",
    "plain",
    ({ metadata, runtimeBytecode }) => {
      metadata.language = "Vyper";
      const value = `0x${runtimeBytecode.recompiledBytecode.slice(42, 62)}`;
      runtimeBytecode.cborAuxdata["2"] = { offset: 20, value };
    },
  ],
];

describe("cross-check - record-references", () => {
  it("accepts the ids of another submitter", () => {
    const evidence = withBody("immutables", ({ runtimeBytecode }) => {
      const { 6: six, 8: eight } = runtimeBytecode.immutableReferences;
      runtimeBytecode.immutableReferences = { 16: six, 18: eight };
    });
    assert.equal(statusOf("record-references", evidence), "passed");
    assert.equal(statusOf("replay-runtime", evidence), "passed");
  });

  it("accepts another author's library names where the match does not cover the metadata", () => {
    const rename: Change = (body) => {
      for (const side of [body.creationBytecode, body.runtimeBytecode])
        side.linkReferences = { "other/M.sol": { M: side.linkReferences["contracts/Maths.sol"].Maths } };
    };
    assert.equal(statusOf("record-references", withBody("linked-library", rename)), "failed");
    const weaken: Change = (body) => {
      rename(body);
      body.match = body.creationMatch = body.runtimeMatch = "match";
    };
    assert.equal(statusOf("record-references", withBody("linked-library", weaken)), "failed");
    const others = withBody("linked-library", (body) => {
      weaken(body);
      body.metadata.output = {};
    });
    assert.equal(statusOf("record-references", others), "passed");
  });

  it("accepts null references where there is nothing to refer to", () => {
    const evidence = withBody("metadata-hash-none", (body) => {
      for (const side of [body.creationBytecode, body.runtimeBytecode])
        side.linkReferences = side.immutableReferences = side.cborAuxdata = null;
    });
    assert.equal(statusOf("record-references", evidence), "passed");
  });

  it("should require an inferred reference only where the chain has a value", () => {
    const immutables = recordedEvidence(recording("immutables"));
    const zeros = Buffer.from(immutables.facts.runtimeBytecode.slice(2), "hex").indexOf(Buffer.alloc(3));
    assert.isAbove(zeros, 0);
    const guessed = (evidence: Evidence) =>
      withBuildOf(evidence, ({ compiled }) => {
        if (compiled === undefined) return {};
        const { runtime } = compiled;
        const references = { ...runtime.immutableReferences, [`@${zeros}`]: [{ start: zeros, length: 3 }] };
        return {
          compiled: {
            ...compiled,
            runtime: { ...runtime, immutableReferences: references, isInferred: true },
          },
        };
      });
    assert.equal(checkOf("record-references", guessed(immutables)).status, "passed");
    const withoutPlaces = withBody("immutables", (body: Body) => {
      body.runtimeBytecode.immutableReferences = {};
    });
    assert.equal(checkOf("record-references", guessed(withoutPlaces)).status, "failed");
  });

  for (const [what, name, change] of ON_EITHER_SIDE)
    itFailsForRecords("record-references", [
      [`runtime: ${what}`, name, runtime(change)],
      [`creation: ${what}`, name, creation(change)],
    ]);
  itFailsForRecords("record-references", TAMPERED);

  it("should be compared with the code compiled here if there is no build", async () => {
    const cases: readonly RecordCase[] = ON_EITHER_SIDE.flatMap(([what, name, change]) => [
      [`runtime: ${what}`, name, runtime(change)],
      [`creation: ${what}`, name, creation(change)],
    ]);
    const immutable = TAMPERED.filter(([what]) => what.includes("immutable"));
    for (const [what, name, change] of [...cases, ...immutable]) {
      const evidence = await recompiledHere(withBody(name, change));
      assert.equal(statusOf("record-references", evidence), "failed", what);
    }
    for (const name of VERIFIED) {
      const honest = await recompiledHere(recordedEvidence(recording(name)));
      assert.equal(statusOf("record-references", honest), "passed", name);
    }
  });

  itIsUnknown("record-references", [
    ["recompiled runtime code, for its references", "immutables", runtime(set("recompiledBytecode", null))],
    [
      "places of libraries",
      "linked-library",
      (body) => {
        for (const side of [body.runtimeBytecode, body.creationBytecode]) side.linkReferences = null;
      },
    ],
    ["places of immutables", "immutables", runtime(set("immutableReferences", null))],
  ]);
});
