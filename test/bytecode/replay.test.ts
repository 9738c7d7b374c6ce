import { assert } from "chai";
import {
  checkPlaces,
  findPlaces,
  type OwnAddresses,
} from "../../src/internal/bytecode/replay/check-places.ts";
import { replayTransformations } from "../../src/internal/bytecode/replay/replay-transformations.ts";
import { findVyperPlaces } from "../../src/internal/bytecode/replay/vyper-places.ts";
import type { CodeRange, Side } from "../../src/internal/domain/code-template.ts";
import type { Transformation, TransformationValues } from "../../src/internal/domain/record.ts";
import { compile, contractOf, runtimeOf } from "../helpers/compile.ts";

const ADDRESS = `0x${"ab".repeat(20)}`;
const OWN: OwnAddresses = { known: [ADDRESS], isComplete: true };
/** 40 bytes: 0x00, 0x01, … */
const CODE = `0x${Array.from({ length: 40 }, (_, byte) => byte.toString(16).padStart(2, "0")).join("")}`;

const replace = (reason: string, offset: number, id: string): Transformation => ({
  type: "replace",
  reason,
  offset,
  id,
});
const library = (offset: number, id = "A.sol:A") => replace("library", offset, id);
const insertArguments = (offset: number, more: Partial<Transformation> = {}): Transformation => ({
  type: "insert",
  reason: "constructorArguments",
  offset,
  ...more,
});
const deleteAuxdata = (offset: number, length: number): Transformation => ({
  type: "delete",
  reason: "cborAuxdata",
  offset,
  length,
});

function replayed(code: string, transformations: readonly Transformation[], values: TransformationValues) {
  const result = replayTransformations(code, transformations, values);
  if (result.kind === "refused") throw new Error(`${result.reason} (${result.index})`);
  return result;
}

describe("bytecode - replay: applying transformations", () => {
  it("replaces in any order, shortens, deletes and inserts", () => {
    const { code } = replayed(
      CODE,
      [{ ...replace("cborAuxdata", 30, "1"), length: 10 }, library(2), insertArguments(32)],
      { libraries: { "A.sol:A": ADDRESS }, cborAuxdata: { 1: "0xffff" }, constructorArguments: "0xeeee" },
    );
    assert.equal(code, `0x0001${"ab".repeat(20)}${CODE.slice(2 + 22 * 2, 2 + 30 * 2)}ffffeeee`);
    const deleted = replayed(CODE, [deleteAuxdata(38, 2)], { cborAuxdata: {} });
    assert.equal(deleted.code, CODE.slice(0, -4));
  });

  it("changes nothing without transformations", () =>
    assert.equal(replayed(CODE.toUpperCase().replace("0X", "0x"), [], {}).code, CODE));

  const values: TransformationValues = { libraries: { "A.sol:A": ADDRESS } };
  type Refused = readonly [readonly Transformation[], TransformationValues];
  /** Keyed by the transformation that the refusal names. */
  const REFUSED: Readonly<Record<"none" | "first" | "second", Readonly<Record<string, Refused>>>> = {
    first: {
      "an unknown type": [[{ ...library(2), type: "append" }], values],
      "an unknown reason": [[{ ...library(2), reason: "gas" }], values],
      "a type that never goes with its reason": [[{ ...library(2), type: "insert" }], values],
      "an inherited name as the type": [[{ type: "constructor", reason: "", offset: 2 }], {}],
      "no id": [[{ type: "replace", reason: "library", offset: 2 }], values],
      "an unexpected id": [[insertArguments(40, { id: "1" })], { constructorArguments: "0x00" }],
      "a missing value": [[library(2, "B.sol:B")], values],
      "an inherited value": [[library(2, "toString")], { libraries: {} }],
      "an empty value": [[insertArguments(40)], { constructorArguments: "0x" }],
      "a value that isn't hex": [[insertArguments(40)], { constructorArguments: "0xzz" }],
      "an address that is too short": [[library(2)], { libraries: { "A.sol:A": "0xabab" } }],
      "a length that differs from the value's": [[{ ...library(2), length: 10 }], values],
      "auxdata longer than the replaced auxdata": [
        [{ ...replace("cborAuxdata", 30, "1"), length: 1 }],
        { cborAuxdata: { 1: "0xffff" } },
      ],
      "a deletion of nothing": [[deleteAuxdata(30, 0)], {}],
      "an insertion with a length": [[insertArguments(40, { length: 1 })], { constructorArguments: "0x00" }],
      "a replacement beyond the end": [[library(21)], values],
      "an insertion beyond the end": [[insertArguments(41)], { constructorArguments: "0x00" }],
    },
    second: {
      "two insertions": [
        [insertArguments(40), { type: "insert", reason: "immutable", offset: 40, id: "0" }],
        { constructorArguments: "0x00", immutables: { 0: "0x00" } },
      ],
      "overlapping transformations": [[library(2), library(21)], values],
    },
    none: {
      "an unused value": [[], values],
      "unused constructor arguments": [[], { constructorArguments: "0x00" }],
    },
  };
  for (const [which, cases] of Object.entries(REFUSED))
    for (const [what, [transformations, given]] of Object.entries(cases))
      it(`rejects ${what}`, () => {
        const result = replayTransformations(CODE, transformations, given);
        if (result.kind !== "refused") return assert.fail(result.kind);
        assert.equal(result.index, { first: 0, second: 1, none: undefined }[which]);
        assert.isNotEmpty(result.reason);
      });

  it("rejects text that isn't code", () =>
    assert.equal(replayTransformations("0x123", [], {}).kind, "refused"));
});

const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
contract Small { uint256 public immutable one = block.timestamp; }
contract Maker { function make() external returns (address) { return address(new Small()); } }
`;

const templateOf = (name: string) => runtimeOf(contractOf(compile({ "A.sol": SOURCE }), "A.sol", name));

function rangeOf(key: string): CodeRange {
  const [start = 0, length = 0] = key.split(" ").map(Number);
  return { start, length };
}

/** Checks the position of one transformation. */
function kindOf(
  code: string,
  transformation: Transformation,
  values: TransformationValues,
  places = findPlaces("runtime", code, undefined),
  side: Side = "runtime",
  own = OWN,
) {
  return checkPlaces(side, code, replayed(code, [transformation], values).steps, places, own).kind;
}

describe("bytecode - replay: positions", () => {
  it("infers immutables and auxdata from the code without a build", () => {
    const { object, immutableReferences } = templateOf("Small");
    const places = findPlaces("runtime", `0x${object}`, undefined);
    assert.sameDeepMembers([...places.immutables].map(rangeOf), Object.values(immutableReferences).flat());
    assert.lengthOf(places.auxdata, 1);
    assert.isEmpty(places.possibleAuxdata);
  });

  it("needs a build for auxdata inside a code", () => {
    const template = templateOf("Maker");
    const recompiled = `0x${template.object}`;
    const without = findPlaces("runtime", recompiled, undefined);
    const [inner] = [...without.possibleAuxdata].map(rangeOf);
    if (inner === undefined) throw new Error("Maker must contain the auxdata of Small.");
    const section = recompiled.slice(2 + inner.start * 2, 2 + (inner.start + inner.length) * 2);
    const built = { ...template, knownAuxdata: new Set([section]) };
    assert.lengthOf(findPlaces("runtime", recompiled, built).auxdata, 2);
    // The build knows that these bytes are code.
    assert.lengthOf(findPlaces("runtime", recompiled, template).auxdata, 1);
    assert.isEmpty(findPlaces("runtime", recompiled, template).possibleAuxdata);

    const values = { cborAuxdata: { 1: `0x${section}` } };
    const kindWith = (places: typeof without) =>
      kindOf(recompiled, replace("cborAuxdata", inner.start, "1"), values, places);
    assert.equal(kindWith(without), "undecided");
    assert.equal(kindWith(findPlaces("runtime", recompiled, template)), "refused");
    assert.equal(kindWith(findPlaces("runtime", recompiled, built)), "right");
  });

  it("finds no auxdata with appendCBOR: false", () => {
    const { object } = templateOf("Small");
    assert.isEmpty(findPlaces("runtime", `0x${object}`, undefined, false).auxdata);
  });

  it("accepts missing or shorter auxdata at the end of the code, like the service", () => {
    const { object } = templateOf("Small");
    const recompiled = `0x${object}`;
    const [own] = [...findPlaces("runtime", recompiled, undefined).auxdata].map(rangeOf);
    if (own === undefined) throw new Error("Small must have auxdata.");
    const { start, length } = own;
    const shorter = { ...replace("cborAuxdata", start, "1"), length };
    for (const [transformation, kind, auxdata] of [
      [deleteAuxdata(start - 1, length + 1), "right"],
      [deleteAuxdata(start - 2, length + 2), "refused"],
      [deleteAuxdata(start, length), "refused"],
      [shorter, "right", "0xa164736f6c634300081c000a"],
      [shorter, "refused", "0x6001600155"],
    ] as const)
      assert.equal(kindOf(recompiled, transformation, auxdata ? { cborAuxdata: { 1: auxdata } } : {}), kind);
  });

  it("finds a library's call protection only at the start", () => {
    const protectedCode = `0x73${"00".repeat(20)}3014${"5b".repeat(20)}`;
    const kindWith = (code: string, own = OWN, side: Side = "runtime", offset = 1) => {
      const transformation = { type: "replace", reason: "callProtection", offset };
      const places = findPlaces(side, code, undefined);
      return kindOf(code, transformation, { callProtection: ADDRESS }, places, side, own);
    };
    assert.equal(kindWith(protectedCode), "right");
    assert.equal(kindWith(protectedCode, OWN, "creation"), "refused");
    assert.equal(kindWith(protectedCode, OWN, "runtime", 2), "refused");
    assert.equal(kindWith(protectedCode.replace("3014", "3015")), "refused");
    assert.equal(kindWith(protectedCode.replace("7300", "7301")), "refused");
    assert.equal(kindWith(protectedCode, { known: ["0x00"], isComplete: true }), "refused");
    assert.equal(kindWith(protectedCode, { known: ["0x00"], isComplete: false }), "undecided");
  });
});

describe("bytecode - replay: Vyper", () => {
  const runtime = `0x${"60".repeat(50)}`;
  // [50, [], 64, {"vyper": [0, 3, 10]}] and its length, which counts itself.
  const sizes = "8418328018" + "40" + "a16576797065728300030a" + "0013";
  const creation = `0x${"61".repeat(30)}${"60".repeat(50)}${sizes}`;
  const behind = (offset: number) => ({ ...replace("immutable", offset, "0"), type: "insert" });
  const kindWith = (
    side: Side,
    code: string,
    transformation: Transformation,
    values: TransformationValues,
    itsCreation = creation,
  ) => kindOf(code, transformation, values, findVyperPlaces(side, code, itsCreation), side);

  it("accepts immutables after the runtime code only in the size that the creation code states", () => {
    assert.equal((sizes.length / 2).toString(16), "13");
    const immutables = { 0: `0x${"11".repeat(64)}` };
    assert.equal(kindWith("runtime", runtime, behind(50), { immutables }), "right");
    assert.equal(kindWith("runtime", runtime, behind(49), { immutables }), "refused");
    assert.equal(kindWith("creation", creation, behind(99), { immutables }), "refused");
    const longer = { immutables: { 0: `0x${"11".repeat(65)}` } };
    assert.equal(kindWith("runtime", runtime, behind(50), longer), "refused");
    assert.equal(kindWith("runtime", runtime, behind(50), { immutables }, "0x6001"), "undecided");
  });

  it("finds Vyper's auxdata at the end of the creation code", () => {
    const auxdata = (offset: number) => replace("cborAuxdata", offset, "1");
    const other = { cborAuxdata: { 1: `0x${sizes.replace("00030a", "00030b")}` } };
    assert.equal(kindWith("creation", creation, auxdata(80), other), "right");
    assert.equal(kindWith("creation", creation, auxdata(79), other), "refused");
    const code = { cborAuxdata: { 1: `0x${"60".repeat(19)}` } };
    assert.equal(kindWith("creation", creation, auxdata(80), code), "refused");
    for (const old of ["a165767970657283000304", "a165767970657283000307000b"]) {
      const oldCode = `0x${"60".repeat(50)}${old}`;
      assert.equal(kindWith("runtime", oldCode, auxdata(50), { cborAuxdata: { 1: `0x${old}` } }), "right");
      assert.equal(kindWith("runtime", oldCode, auxdata(49), { cborAuxdata: { 1: `0x${old}` } }), "refused");
    }
  });

  it("has no libraries, and no immutables inside the code", () => {
    const zeros = `0x7f${"00".repeat(32)}73${"00".repeat(20)}`;
    const inside = replace("immutable", 1, "0");
    assert.equal(
      kindWith("runtime", zeros, inside, { immutables: { 0: `0x${"11".repeat(32)}` } }),
      "refused",
    );
    assert.equal(kindWith("runtime", zeros, library(34), { libraries: { "A.sol:A": ADDRESS } }), "refused");
  });
});
