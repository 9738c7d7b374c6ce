import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { flipByte } from "../../helpers/compile.ts";
import { FOREIGN } from "../../helpers/cross-check/changed-field.ts";
import { set, statusOf, withBody, withoutBuild } from "../../helpers/cross-check/one-check.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";
import {
  add,
  first,
  hideBehind,
  itFailsForRecords,
  itIsUnknown,
  type RecordCase,
  runtime,
} from "../../helpers/cross-check/replayed.ts";

const WORD = `0x${"ab".repeat(32)}`;

const TAMPERED: readonly RecordCase[] = [
  ["an immutable, one byte later", "immutables", runtime(first((it) => it.offset++))],
  ["an immutable, one byte earlier", "immutables", runtime(first((it) => it.offset--))],
  [
    "an immutable that is longer",
    "immutables",
    runtime(set("transformationValues.immutables.6", (old) => `${old}00`)),
  ],
  [
    "an immutable that is shorter",
    "immutables",
    runtime(set("transformationValues.immutables.8", (old) => old.slice(0, -2))),
  ],
  ["an immutable as a library", "immutables", runtime(first(set("reason", "library")))],
  ["an immutable, inserted", "immutables", runtime(first(set("type", "insert")))],
  ["the ids of two immutables exchanged", "immutables", runtime(first(set("id", "8")))],
  [
    "two immutables that overlap",
    "immutables",
    runtime((it) => {
      it.transformations[1].offset = it.transformations[0].offset + 16;
    }),
  ],
  ["an immutable that is left out", "immutables", runtime((it) => it.transformations.pop())],
  [
    "an immutable more, in the code",
    "immutables",
    runtime(add({ type: "replace", reason: "immutable", offset: 5, id: "6" }, {})),
  ],
  [
    "an immutable behind the code of solc",
    "plain",
    runtime(add({ type: "insert", reason: "immutable", offset: 239, id: "6" }, { immutables: { 6: WORD } })),
  ],
  [
    "call protection with another address",
    "library-itself",
    runtime(set("transformationValues.callProtection", FOREIGN)),
  ],
  ["call protection at another byte", "library-itself", runtime(first(set("offset", 2)))],
  [
    "call protection as a library",
    "library-itself",
    runtime((it) => {
      it.transformations[0] = { type: "replace", reason: "library", offset: 1, id: "A:A" };
      it.transformationValues = { libraries: { "A:A": it.transformationValues.callProtection } };
    }),
  ],
  [
    "constructor arguments of runtime code",
    "plain",
    runtime(
      add({ type: "insert", reason: "constructorArguments", offset: 239 }, { constructorArguments: WORD }),
    ),
  ],
];

const HIDDEN = {
  "as an immutable": hideBehind("plain", { reason: "immutable", offset: 40, id: "6" }, WORD, {
    immutables: { 6: WORD },
  }),
  "as a library": hideBehind("plain", { reason: "library", offset: 40, id: "A:A" }, FOREIGN, {
    libraries: { "A:A": FOREIGN },
  }),
  "as metadata": hideBehind("plain", { reason: "cborAuxdata", offset: 40, id: "1" }, WORD, {
    cborAuxdata: { 1: WORD },
  }),
  "as call protection": hideBehind("plain", { reason: "callProtection", offset: 1 }, FOREIGN, {
    callProtection: FOREIGN,
  }),
  "as another immutable": hideBehind("immutables", { reason: "immutable", offset: 10, id: "9" }, WORD, {
    immutables: { 9: WORD },
  }),
  "as one more library": hideBehind("linked-library", { reason: "library", offset: 10, id: "A:A" }, FOREIGN, {
    libraries: { "A:A": FOREIGN },
  }),
};

describe("cross-check - replay-runtime", () => {
  itFailsForRecords("replay-runtime", TAMPERED);

  for (const [how, evidence] of Object.entries(HIDDEN))
    it(`lets no other code on chain hide behind a transformation: ${how}`, () => {
      const text = "runtimeBytecode";
      assert.equal(evidence.record[text]?.onchainBytecode, evidence.facts[text]);
      for (const it_ of [evidence, withoutBuild(evidence)])
        assert.equal(statusOf("replay-runtime", it_), "failed");
    });

  it("accepts the EVM address of a library that was requested by its number", () => {
    const evidence = recordedEvidence(recording("library-itself"));
    const byNumber = (query: Evidence["query"], address = `0x${"0".repeat(36)}1389`): Evidence => ({
      ...evidence,
      facts: { ...evidence.facts, address },
      query,
    });
    assert.equal(statusOf("replay-runtime", byNumber(evidence.query)), "passed");
    assert.equal(statusOf("replay-runtime", byNumber({ state: "not-configured" })), "unknown");
    assert.equal(statusOf("replay-runtime", byNumber({ state: "not-configured" }, FOREIGN)), "failed");
  });

  it("does not take the record's own references for places", () => {
    const evidence = hideBehind("plain", { reason: "immutable", offset: 40, id: "6" }, WORD, {
      immutables: { 6: WORD },
    });
    const { record } = evidence;
    const references = { 6: [{ start: 40, length: 32 }] };
    const stored = record.runtimeBytecode ?? { onchainBytecode: null, recompiledBytecode: null };
    const claimed = { ...record, runtimeBytecode: { ...stored, immutableReferences: references } };
    assert.equal(statusOf("replay-runtime", { ...evidence, record: claimed }), "failed");
    assert.equal(statusOf("replay-runtime", withoutBuild({ ...evidence, record: claimed })), "failed");
    assert.equal(statusOf("record-references", { ...evidence, record: claimed }), "failed");
  });

  it("compares with the chain if the record omits the code on chain", () => {
    const evidence = withBody("immutables", (body) => {
      body.runtimeBytecode.onchainBytecode = null;
    });
    assert.equal(statusOf("replay-runtime", evidence), "passed");
    const runtimeBytecode = flipByte(evidence.facts.runtimeBytecode, 30);
    const other = { ...evidence, facts: { ...evidence.facts, runtimeBytecode } };
    assert.equal(statusOf("replay-runtime", other), "failed");
  });

  it("goes by the metadata's language, not by the compilation's, which nothing on chain covers", () => {
    const evidence = withBody("immutables", (body) => {
      body.compilation.language = "Vyper";
    });
    assert.equal(statusOf("replay-runtime", evidence), "passed");
  });

  itIsUnknown("replay-runtime", [
    ["recompiled runtime code, to replay", "immutables", runtime(set("recompiledBytecode", null))],
    ["transformations", "immutables", runtime(set("transformations", null))],
  ]);
});
