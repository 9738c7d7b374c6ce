import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { itFailsFor } from "../../helpers/cross-check/check-tables.ts";
import {
  type Body,
  evidenceOf,
  FOREIGN,
  initCode,
  set,
  statusOf,
  withBody,
} from "../../helpers/cross-check/one-check.ts";
import { add, first, onSide } from "../../helpers/cross-check/replayed.ts";

const CHANGES_OF_A_SIDE = {
  "linked-library": {
    "a library, one byte later": first((it) => it.offset++),
    "a library, widened": first((it) => Object.assign(it, { length: 21 })),
    "a library as an immutable": first(set("reason", "immutable")),
    "a library as metadata": first(set("reason", "cborAuxdata")),
    "a library, inserted": first(set("type", "insert")),
    "a library twice": (it) => it.transformations.push(it.transformations[0]),
    "a library that isn't linked": (it) =>
      Object.assign(it, { transformations: [], transformationValues: {} }),
    "a library's value without its transformation": set("transformations", []),
  },
  plain: {
    "a library over code": add(
      { type: "replace", reason: "library", offset: 20, id: "A:A" },
      { libraries: { "A:A": FOREIGN } },
    ),
    "code that is deleted": add({ type: "delete", reason: "cborAuxdata", offset: 20, length: 10 }, {}),
    "call protection of a contract": add(
      { type: "replace", reason: "callProtection", offset: 1 },
      { callProtection: FOREIGN },
    ),
  },
  "comment-changed": {
    "code as metadata": set("transformationValues.cborAuxdata.1", `0x${"5b".repeat(53)}`),
    "metadata over the code": first(set("offset", 20)),
    "metadata that is deleted": (it) => {
      const offset = it.transformations[0].offset - 1;
      it.transformations = [{ type: "delete", reason: "cborAuxdata", offset, length: 54 }];
      it.transformationValues = {};
    },
  },
} satisfies Readonly<Record<string, Readonly<Record<string, (side: Body) => void>>>>;

describe("cross-check - replay of a side", () => {
  it("accepts Vyper's immutables after the code", () => {
    const sizes = `8418328018${"40"}a16576797065728300030a0013`;
    const code = `0x${"60".repeat(50)}`;
    const vyper = withBody("plain", (body) => {
      body.compilation.language = body.metadata.language = "Vyper";
      body.match = body.creationMatch = body.runtimeMatch = "match";
      const immutable = { type: "insert", reason: "immutable", offset: 50, id: "0" };
      Object.assign(body.runtimeBytecode, {
        recompiledBytecode: code,
        onchainBytecode: `${code}${"11".repeat(64)}`,
        transformations: [immutable],
        transformationValues: { immutables: { 0: `0x${"11".repeat(64)}` } },
      });
      Object.assign(body.creationBytecode, {
        recompiledBytecode: `${code}${sizes}`,
        onchainBytecode: `${code}${sizes}${"22".repeat(32)}`,
        transformations: [{ type: "insert", reason: "constructorArguments", offset: 69 }],
        transformationValues: { constructorArguments: `0x${"22".repeat(32)}` },
      });
    });
    const { runtimeBytecode, creationBytecode } = vyper.record;
    const evidence: Evidence = {
      ...vyper,
      build: undefined,
      facts: {
        ...vyper.facts,
        runtimeBytecode: runtimeBytecode?.onchainBytecode ?? "",
        creation: vyper.facts.creation && {
          ...vyper.facts.creation,
          initCode: initCode(creationBytecode?.onchainBytecode ?? ""),
        },
      },
    };
    assert.equal(statusOf("replay-runtime", evidence), "passed");
    assert.equal(statusOf("replay-creation", evidence), "passed");
    assert.equal(statusOf("match-claim", evidence), "passed");
    const other = { ...evidence, facts: { ...evidence.facts, runtimeBytecode: `${code}${"12".repeat(64)}` } };
    assert.equal(statusOf("replay-runtime", other), "failed");
    assert.equal(statusOf("match-claim", other), "failed");
  });

  itFailsFor("replay-runtime", onSide("runtime", CHANGES_OF_A_SIDE));
  itFailsFor("replay-creation", onSide("creation", CHANGES_OF_A_SIDE));

  it("compares with the chain, not only with the record", () => {
    const evidence = evidenceOf("plain");
    const { facts } = evidence;
    const creation = facts.creation && { ...facts.creation, initCode: initCode("0x6000") };
    assert.equal(statusOf("replay-creation", { ...evidence, facts: { ...facts, creation } }), "failed");
    const other = { ...evidence, facts: { ...facts, runtimeBytecode: "0x6000" } };
    assert.equal(statusOf("replay-runtime", other), "failed");
  });
});
