import { assert } from "chai";
import { findAuxdata } from "../../../src/internal/bytecode/cbor-auxdata.ts";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { decodeCode } from "../../../src/internal/domain/code-template.ts";
import { candidateOf, compile, flipByte } from "../../helpers/compile.ts";
import { FOREIGN } from "../../helpers/cross-check/changed-field.ts";
import {
  type Body,
  initCode,
  set,
  statusOf,
  withBody,
  withoutBuild,
} from "../../helpers/cross-check/one-check.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";
import { add, creation, first, itFailsForRecords, runtime } from "../../helpers/cross-check/replayed.ts";

type SideCase = readonly [what: string, name: string, change: (side: Body) => void];

const ON_EITHER_SIDE: readonly SideCase[] = [
  ["a library, one byte later", "linked-library", first((it) => it.offset++)],
  ["a library, one byte earlier", "linked-library", first((it) => it.offset--)],
  ["a library, widened", "linked-library", first((it) => Object.assign(it, { length: 21 }))],
  ["a library as an immutable", "linked-library", first((it) => Object.assign(it, { reason: "immutable" }))],
  ["a library as metadata", "linked-library", first((it) => Object.assign(it, { reason: "cborAuxdata" }))],
  ["a library, inserted", "linked-library", first((it) => Object.assign(it, { type: "insert" }))],
  ["an unknown type", "linked-library", first((it) => Object.assign(it, { type: "rewrite" }))],
  ["an unknown reason", "linked-library", first((it) => Object.assign(it, { reason: "other" }))],
  ["a library's id of nothing", "linked-library", first((it) => Object.assign(it, { id: "A.sol:B" }))],
  [
    "a library at another address",
    "linked-library",
    (it) => {
      it.transformationValues.libraries["contracts/Maths.sol:Maths"] = FOREIGN;
    },
  ],
  ["a library twice", "linked-library", (it) => it.transformations.push(it.transformations[0])],
  [
    "a library that is not linked",
    "linked-library",
    (it) => {
      it.transformations = [];
      it.transformationValues = {};
    },
  ],
  ["a library's value without its transformation", "linked-library", set("transformations", [])],
  [
    "a library where the code is",
    "plain",
    add({ type: "replace", reason: "library", offset: 20, id: "A:A" }, { libraries: { "A:A": FOREIGN } }),
  ],
  ["metadata, one byte later", "comment-changed", first((it) => it.offset++)],
  ["metadata, one byte earlier", "comment-changed", first((it) => it.offset--)],
  [
    "metadata that is shorter",
    "comment-changed",
    set("transformationValues.cborAuxdata.1", (old) => old.slice(0, -2)),
  ],
  [
    "metadata that is longer",
    "comment-changed",
    set("transformationValues.cborAuxdata.1", (old) => `${old}00`),
  ],
  [
    "metadata that is code",
    "comment-changed",
    set("transformationValues.cborAuxdata.1", `0x${"5b".repeat(53)}`),
  ],
  ["metadata over the code", "comment-changed", first(set("offset", 20))],
  [
    "metadata that is deleted",
    "comment-changed",
    (it) => {
      it.transformations = [
        { type: "delete", reason: "cborAuxdata", offset: it.transformations[0].offset - 1, length: 54 },
      ];
      it.transformationValues = {};
    },
  ],
  [
    "code that is deleted",
    "plain",
    add({ type: "delete", reason: "cborAuxdata", offset: 20, length: 10 }, {}),
  ],
  [
    "call protection of a contract",
    "plain",
    add({ type: "replace", reason: "callProtection", offset: 1 }, { callProtection: FOREIGN }),
  ],
  ["a changed byte of recompiled code", "plain", set("recompiledBytecode", (old) => flipByte(old, 30))],
  ["a changed byte of the stored code on chain", "plain", set("onchainBytecode", (old) => flipByte(old, 30))],
];

const FACTORY = `pragma solidity ^0.8.0;
contract Child { uint256 public one = 1; }
contract Factory { function make() external returns (address) { return address(new Child()); } }
`;

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

  for (const [what, name, change] of ON_EITHER_SIDE) {
    itFailsForRecords("replay-runtime", [[`runtime: ${what}`, name, runtime(change)]]);
    itFailsForRecords("replay-creation", [[`creation: ${what}`, name, creation(change)]]);
  }

  it("compares with the chain, and not with the record alone", () => {
    const evidence = recordedEvidence(recording("plain"));
    const { facts } = evidence;
    const creation = facts.creation && { ...facts.creation, initCode: initCode("0x6000") };
    assert.equal(statusOf("replay-creation", { ...evidence, facts: { ...facts, creation } }), "failed");
    const other = { ...evidence, facts: { ...facts, runtimeBytecode: "0x6000" } };
    assert.equal(statusOf("replay-runtime", other), "failed");
  });

  it("should not know without a build whether inner bytes are metadata", () => {
    const compiled = compile({ "A.sol": FACTORY });
    const factory = candidateOf(compiled, "A.sol", "Factory");
    const recompiled = `0x${factory.runtime.object}`;
    const [inner, own] = findAuxdata(decodeCode(recompiled) ?? new Uint8Array());
    if (inner === undefined || own === undefined) throw new Error("A factory has two sections.");
    const other = (offset: number) => flipByte(recompiled, offset + 20);
    const sectionOf = (code: string, { start, length }: typeof inner) =>
      `0x${code.slice(2 + start * 2, 2 + (start + length) * 2)}`;
    const onchain = flipByte(other(inner.start), own.start + 20);
    const evidence = withBody("comment-changed", (body) => {
      body.creationMatch = null;
      Object.assign(body.runtimeBytecode, {
        recompiledBytecode: recompiled,
        onchainBytecode: onchain,
        transformations: [inner, own].map(({ start: offset }, index) => ({
          type: "replace",
          reason: "cborAuxdata",
          offset,
          id: `${index + 1}`,
        })),
        transformationValues: {
          cborAuxdata: { 1: sectionOf(onchain, inner), 2: sectionOf(onchain, own) },
        },
      });
    });
    const { facts, build } = evidence;
    const onChain: Evidence = { ...evidence, facts: { ...facts, runtimeBytecode: onchain } };
    for (const check of ["replay-runtime", "match-claim"])
      assert.equal(statusOf(check, withoutBuild(onChain)), "unknown", check);

    const withTemplate = (knownAuxdata: ReadonlySet<string>): Evidence => ({
      ...onChain,
      build: build && { ...build, compiled: { ...factory, runtime: { ...factory.runtime, knownAuxdata } } },
    });
    for (const check of ["replay-runtime", "match-claim"]) {
      const known = new Set([sectionOf(recompiled, inner).slice(2)]);
      assert.equal(statusOf(check, withTemplate(known)), "passed", check);
      assert.equal(statusOf(check, withTemplate(new Set())), "failed", check);
    }
  });
});
