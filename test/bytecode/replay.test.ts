import { assert } from "chai";
import {
  checkPlaces,
  findPlaces,
  type OwnAddresses,
} from "../../src/internal/bytecode/replay/check-places.ts";
import { replayTransformations } from "../../src/internal/bytecode/replay/replay-transformations.ts";
import { findVyperPlaces } from "../../src/internal/bytecode/replay/vyper-places.ts";
import type { CodeRange } from "../../src/internal/domain/code-template.ts";
import type { Transformation, TransformationValues } from "../../src/internal/domain/record.ts";
import { compile, compileInput, contractOf, runtimeOf } from "../helpers/compile.ts";
import { recording, VERIFIED } from "../helpers/cross-check/recorded-evidence.ts";

const ADDRESS = `0x${"ab".repeat(20)}`;
const OWN: OwnAddresses = { known: [ADDRESS], isComplete: true };
/** 40 bytes: 0x00, 0x01, … */
const CODE = `0x${Array.from({ length: 40 }, (_, byte) => byte.toString(16).padStart(2, "0")).join("")}`;

const library = (offset: number, id = "A.sol:A"): Transformation => ({
  type: "replace",
  reason: "library",
  offset,
  id,
});

interface StoredSide {
  readonly recompiledBytecode: string;
  readonly onchainBytecode: string;
  readonly transformations: readonly Transformation[] | null;
  readonly transformationValues: TransformationValues | null;
}

function replayed(code: string, transformations: readonly Transformation[], values: TransformationValues) {
  const result = replayTransformations(code, transformations, values);
  if (result.kind === "refused") throw new Error(`${result.reason} (${result.index})`);
  return result;
}

describe("bytecode - replay: applying transformations", () => {
  it("turns every recorded recompiled code into the code on chain", () => {
    let sides = 0;
    for (const name of VERIFIED) {
      for (const side of ["creationBytecode", "runtimeBytecode"]) {
        const stored = recording(name).record.body[side] as StoredSide;
        if (stored.transformations === null) continue;
        const { code } = replayed(
          stored.recompiledBytecode,
          stored.transformations,
          stored.transformationValues ?? {},
        );
        assert.equal(code, stored.onchainBytecode, `${name} ${side}`);
        sides += 1;
      }
    }
    assert.isAbove(sides, 15);
  });

  it("replaces in any order, shortens, deletes and inserts", () => {
    const { code } = replayed(
      CODE,
      [
        { type: "replace", reason: "cborAuxdata", offset: 30, length: 10, id: "1" },
        library(2),
        { type: "insert", reason: "constructorArguments", offset: 32 },
      ],
      { libraries: { "A.sol:A": ADDRESS }, cborAuxdata: { 1: "0xffff" }, constructorArguments: "0xeeee" },
    );
    assert.equal(code, `0x0001${"ab".repeat(20)}${CODE.slice(2 + 22 * 2, 2 + 30 * 2)}ffffeeee`);
    const deleted = replayed(CODE, [{ type: "delete", reason: "cborAuxdata", offset: 38, length: 2 }], {
      cborAuxdata: {},
    });
    assert.equal(deleted.code, CODE.slice(0, -4));
  });

  it("changes nothing without transformations", () =>
    assert.equal(replayed(CODE.toUpperCase().replace("0X", "0x"), [], {}).code, CODE));

  const values: TransformationValues = { libraries: { "A.sol:A": ADDRESS } };
  const REFUSED: Readonly<
    Record<string, readonly [readonly Transformation[], TransformationValues, index: number | undefined]>
  > = {
    "an unknown type": [[{ type: "append", reason: "library", offset: 2, id: "A.sol:A" }], values, 0],
    "an unknown reason": [[{ type: "replace", reason: "gas", offset: 2, id: "A.sol:A" }], values, 0],
    "a type that its reason never has": [
      [{ type: "insert", reason: "library", offset: 2, id: "A.sol:A" }],
      values,
      0,
    ],
    "a name of an object's own": [[{ type: "constructor", reason: "", offset: 2 }], {}, 0],
    "no id": [[{ type: "replace", reason: "library", offset: 2 }], values, 0],
    "an id where none belongs": [
      [{ type: "insert", reason: "constructorArguments", offset: 40, id: "1" }],
      { constructorArguments: "0x00" },
      0,
    ],
    "a value that is missing": [[library(2, "B.sol:B")], values, 0],
    "a value that an object inherits": [[library(2, "toString")], { libraries: {} }, 0],
    "values that are missing": [[library(2)], {}, 0],
    "an empty value": [
      [{ type: "insert", reason: "constructorArguments", offset: 40 }],
      { constructorArguments: "0x" },
      0,
    ],
    "a value that is no hex": [
      [{ type: "insert", reason: "constructorArguments", offset: 40 }],
      { constructorArguments: "0xzz" },
      0,
    ],
    "a value that is not used": [[], values, undefined],
    "constructor arguments that are not used": [[], { constructorArguments: "0x00" }, undefined],
    "a call protection that is not used": [[], { callProtection: ADDRESS }, undefined],
    "an address that is too short": [[library(2)], { libraries: { "A.sol:A": "0xabab" } }, 0],
    "an address that is too long": [[library(2)], { libraries: { "A.sol:A": `${ADDRESS}ab` } }, 0],
    "another length than the value's": [[{ ...library(2), length: 10 }], values, 0],
    "auxdata that is longer than the replaced one": [
      [{ type: "replace", reason: "cborAuxdata", offset: 30, length: 1, id: "1" }],
      { cborAuxdata: { 1: "0xffff" } },
      0,
    ],
    "a deletion of nothing": [[{ type: "delete", reason: "cborAuxdata", offset: 30, length: 0 }], {}, 0],
    "a deletion without a length": [[{ type: "delete", reason: "cborAuxdata", offset: 30 }], {}, 0],
    "an insertion with a length": [
      [{ type: "insert", reason: "constructorArguments", offset: 40, length: 1 }],
      { constructorArguments: "0x00" },
      0,
    ],
    "two insertions": [
      [
        { type: "insert", reason: "constructorArguments", offset: 40 },
        { type: "insert", reason: "immutable", offset: 40, id: "0" },
      ],
      { constructorArguments: "0x00", immutables: { 0: "0x00" } },
      1,
    ],
    "the same twice": [[library(2), library(2)], values, 1],
    "two that overlap": [[library(2), library(21)], values, 1],
    "two that overlap, the later one first": [[library(20), library(1)], values, 0],
    "one beyond the end": [[library(21)], values, 0],
    "one far beyond the end": [[library(2 ** 40)], values, 0],
    "an insertion beyond the end": [
      [{ type: "insert", reason: "constructorArguments", offset: 41 }],
      { constructorArguments: "0x00" },
      0,
    ],
  };
  for (const [what, [transformations, given, index]] of Object.entries(REFUSED))
    it(`refuses ${what}`, () => {
      const result = replayTransformations(CODE, transformations, given);
      assert.equal(result.kind, "refused");
      if (result.kind === "refused") {
        assert.equal(result.index, index);
        assert.isNotEmpty(result.reason);
      }
    });

  it("refuses text that is not a code", () =>
    assert.equal(replayTransformations("0x123", [], {}).kind, "refused"));
});

const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
contract Small { uint256 public immutable one = block.timestamp; }
contract Maker { function make() external returns (address) { return address(new Small()); } }
`;

function rangeOf(key: string): CodeRange {
  const [start = 0, length = 0] = key.split(" ").map(Number);
  return { start, length };
}

describe("bytecode - replay: places", () => {
  it("infers immutables and auxdata from the code without a build", () => {
    const { object, immutableReferences } = runtimeOf(
      contractOf(compile({ "A.sol": SOURCE }), "A.sol", "Small"),
    );
    const places = findPlaces("runtime", `0x${object}`, undefined);
    assert.sameDeepMembers([...places.immutables].map(rangeOf), Object.values(immutableReferences).flat());
    assert.lengthOf(places.auxdata, 1);
    assert.isEmpty(places.possibleAuxdata);
  });

  it("needs a build for auxdata inside a code", () => {
    const compiled = compile({ "A.sol": SOURCE });
    const template = runtimeOf(contractOf(compiled, "A.sol", "Maker"));
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

    const transformation = { type: "replace", reason: "cborAuxdata", offset: inner.start, id: "1" };
    const { steps } = replayed(recompiled, [transformation], { cborAuxdata: { 1: `0x${section}` } });
    const kindWith = (of: typeof without) => checkPlaces("runtime", recompiled, steps, of, OWN).kind;
    assert.equal(kindWith(without), "undecided");
    assert.equal(kindWith(findPlaces("runtime", recompiled, template)), "refused");
    assert.equal(kindWith(findPlaces("runtime", recompiled, built)), "right");
  });

  it("finds no auxdata with appendCBOR: false", () => {
    const { object } = runtimeOf(contractOf(compile({ "A.sol": SOURCE }), "A.sol", "Small"));
    assert.isEmpty(findPlaces("runtime", `0x${object}`, undefined, false).auxdata);
  });

  it("accepts missing and shorter auxdata at the end of the code, as the service does", () => {
    const { object } = runtimeOf(contractOf(compile({ "A.sol": SOURCE }), "A.sol", "Small"));
    const recompiled = `0x${object}`;
    const places = findPlaces("runtime", recompiled, undefined);
    const [own] = [...places.auxdata].map(rangeOf);
    if (own === undefined) throw new Error("Small must have auxdata.");
    const kindOf = (transformation: Transformation, values: TransformationValues) =>
      checkPlaces("runtime", recompiled, replayed(recompiled, [transformation], values).steps, places, OWN)
        .kind;
    const remove = { type: "delete", reason: "cborAuxdata" };
    assert.equal(kindOf({ ...remove, offset: own.start - 1, length: own.length + 1 }, {}), "right");
    assert.equal(kindOf({ ...remove, offset: own.start - 2, length: own.length + 2 }, {}), "refused");
    assert.equal(kindOf({ ...remove, offset: own.start, length: own.length }, {}), "refused");
    const shorter = {
      type: "replace",
      reason: "cborAuxdata",
      offset: own.start,
      length: own.length,
      id: "1",
    };
    assert.equal(kindOf(shorter, { cborAuxdata: { 1: "0xa164736f6c634300081c000a" } }), "right");
    assert.equal(kindOf(shorter, { cborAuxdata: { 1: "0x6001600155" } }), "refused");
  });

  it("finds a library's call protection only at its beginning", () => {
    const protectedCode = `0x73${"00".repeat(20)}3014${"5b".repeat(20)}`;
    const kindOf = (code: string, own = OWN, side: "runtime" | "creation" = "runtime", offset = 1) => {
      const transformation = { type: "replace", reason: "callProtection", offset };
      const { steps } = replayed(code, [transformation], { callProtection: ADDRESS });
      return checkPlaces(side, code, steps, findPlaces(side, code, undefined), own).kind;
    };
    assert.deepEqual([kindOf(protectedCode), kindOf(protectedCode, OWN, "creation")], ["right", "refused"]);
    assert.equal(kindOf(protectedCode, OWN, "runtime", 2), "refused");
    assert.equal(kindOf(protectedCode.replace("3014", "3015")), "refused");
    assert.equal(kindOf(protectedCode.replace("7300", "7301")), "refused");
    assert.equal(kindOf(protectedCode, { known: ["0x00"], isComplete: true }), "refused");
    assert.equal(kindOf(protectedCode, { known: ["0x00"], isComplete: false }), "undecided");
  });

  it("finds libraries with a build and without", () => {
    const compiled = compileInput({
      language: "Solidity",
      sources: {
        "A.sol": {
          content:
            "pragma solidity ^0.8.0; library L { function f(uint x) external pure returns (uint) { return x + 1; } } contract A { function g(uint x) external pure returns (uint) { return L.f(x); } }",
        },
      },
      settings: { outputSelection: { "*": { "*": ["*"] } } },
    });
    const template = runtimeOf(contractOf(compiled, "A.sol", "A"));
    const recompiled = `0x${template.object.replace(/__.{36}__/g, "0".repeat(40))}`;
    const start = template.linkReferences["A.sol"]?.L?.[0]?.start ?? 0;
    for (const built of [template, undefined]) {
      const places = findPlaces("runtime", recompiled, built);
      const kindOf = (offset: number) =>
        checkPlaces(
          "runtime",
          recompiled,
          replayed(recompiled, [library(offset)], { libraries: { "A.sol:A": ADDRESS } }).steps,
          places,
          OWN,
        ).kind;
      assert.deepEqual([kindOf(start), kindOf(start + 1)], ["right", "refused"]);
      assert.equal(kindOf(start - 1), "refused");
    }
  });
});

describe("bytecode - replay: Vyper", () => {
  const runtime = `0x${"60".repeat(50)}`;
  // [50, [], 64, {"vyper": [0, 3, 10]}] and its length, which counts itself.
  const sizes = "8418328018" + "40" + "a16576797065728300030a" + "0013";
  const creation = `0x${"61".repeat(30)}${"60".repeat(50)}${sizes}`;
  const behind = (offset: number): Transformation => ({
    type: "insert",
    reason: "immutable",
    offset,
    id: "0",
  });
  const kindOf = (
    side: "runtime" | "creation",
    code: string,
    transformation: Transformation,
    values: TransformationValues,
    itsCreation: string | undefined = creation,
  ) =>
    checkPlaces(
      side,
      code,
      replayed(code, [transformation], values).steps,
      findVyperPlaces(side, code, itsCreation),
      OWN,
    ).kind;

  it("accepts as many bytes of immutables after the runtime code as the creation code states", () => {
    assert.equal((sizes.length / 2).toString(16), "13");
    const immutables = { 0: `0x${"11".repeat(64)}` };
    assert.equal(kindOf("runtime", runtime, behind(50), { immutables }), "right");
    assert.equal(kindOf("runtime", runtime, behind(49), { immutables }), "refused");
    assert.equal(kindOf("creation", creation, behind(99), { immutables }), "refused");
    const longer = { immutables: { 0: `0x${"11".repeat(65)}` } };
    assert.equal(kindOf("runtime", runtime, behind(50), longer), "refused");
    assert.equal(kindOf("runtime", runtime, behind(50), { immutables }, "0x6001"), "undecided");
  });

  it("finds its auxdata at the end of the creation code", () => {
    const replace = (offset: number): Transformation => ({
      type: "replace",
      reason: "cborAuxdata",
      offset,
      id: "1",
    });
    const other = { cborAuxdata: { 1: `0x${sizes.replace("00030a", "00030b")}` } };
    assert.equal(kindOf("creation", creation, replace(80), other), "right");
    assert.equal(kindOf("creation", creation, replace(79), other), "refused");
    const code = { cborAuxdata: { 1: `0x${"60".repeat(19)}` } };
    assert.equal(kindOf("creation", creation, replace(80), code), "refused");
    for (const old of ["a165767970657283000304", "a165767970657283000307000b"]) {
      const oldCode = `0x${"60".repeat(50)}${old}`;
      assert.equal(kindOf("runtime", oldCode, replace(50), { cborAuxdata: { 1: `0x${old}` } }), "right");
      assert.equal(kindOf("runtime", oldCode, replace(49), { cborAuxdata: { 1: `0x${old}` } }), "refused");
    }
  });

  it("has no libraries, and no immutables inside the code", () => {
    const zeros = `0x7f${"00".repeat(32)}73${"00".repeat(20)}`;
    const inside = { type: "replace", reason: "immutable", offset: 1, id: "0" };
    assert.equal(kindOf("runtime", zeros, inside, { immutables: { 0: `0x${"11".repeat(32)}` } }), "refused");
    assert.equal(kindOf("runtime", zeros, library(34), { libraries: { "A.sol:A": ADDRESS } }), "refused");
  });
});
