import { encode } from "cborg";
import { assert } from "chai";
import fc from "fast-check";
import { findVyperAuxdata } from "../../src/internal/bytecode/replay/vyper-places.ts";
import { bytesOf, hexOf, RUNS } from "../helpers/bytecode/auxdata-grammar.ts";
import { sourcifyVyperAuxdata } from "../helpers/bytecode/auxdata-of-sourcify.ts";

/** Integers in their shortest form. */
const SMALL = "(?:0[0-9a-f]|1[0-7]|18(?:1[89a-f]|[2-9a-f][0-9a-f]))";
const SIZE = `(?:${SMALL}|19(?!00)[0-9a-f]{4}|1a00(?!00)[0-9a-f]{6})`;
/** A list of sizes and its length, as a grammar of hex digits. */
const LIST = new RegExp(
  `^8(?:4|55820[0-9a-f]{64})${SIZE}8[0-9a-f]${SIZE}{0,3}${SIZE}a16576797065728300${SMALL}{2}[0-9a-f]{4}$`,
);
const INTEGRITY = bytesOf("5a".repeat(32));

/** Vyper counts the two bytes of the length too. */
function sized(cbor: Uint8Array): Uint8Array {
  return Uint8Array.from([...cbor, (cbor.length + 2) >> 8, (cbor.length + 2) & 0xff]);
}

const found = (section: Uint8Array) => findVyperAuxdata(Uint8Array.from([0x60, 0x00, ...section]));

describe("bytecode - Vyper's CBOR auxdata", () => {
  for (const [release, cbor, immutableSize] of [
    ["0.3.10", "8419019480182aa16576797065728300030a", 42],
    ["0.4.0", "8419019482101820182aa165767970657283000400", 42],
    ["0.4.1", `855820${"5a".repeat(32)}1901948000a165767970657283000401`, 0],
    ["0.4.3", `855820${"5a".repeat(32)}19600081191000190200a165767970657283000403`, 512],
  ] as const)
    it(`finds the auxdata written by ${release}`, () => {
      const section = sized(bytesOf(cbor));
      assert.deepEqual(found(section), { length: section.length, immutableSize });
      assert.equal(sourcifyVyperAuxdata(Uint8Array.from([0x60, ...section]))?.immutableSize, immutableSize);
    });

  for (const [release, hex, length] of [
    ["0.3.4", "a165767970657283000304", 11],
    ["0.3.5", "a165767970657283000305000b", 13],
    ["0.3.9", "a165767970657283000309000b", 13],
  ] as const)
    it(`finds the auxdata written by ${release}, without sizes`, () =>
      assert.deepEqual(found(bytesOf(hex)), { length }));

  for (const [what, hex] of [
    ["0.3.4 with a length", "a165767970657283000304000b"],
    ["0.3.5 without one", "a165767970657283000305"],
    ["a version with a long form of a number", "a16576797065728300031805000c"],
    ["a list without a version", hexOf(sized(encode([1, [], 2])))],
    ["a list with version 0.3.9", hexOf(sized(encode([1, [], 2, { vyper: [0, 3, 9] }])))],
    ["a version with another key", hexOf(sized(encode([1, [], 2, { vyper: [0, 4, 0], x: 1 }])))],
    ["0.4.0 with a hash", hexOf(sized(encode([INTEGRITY, 1, [], 2, { vyper: [0, 4, 0] }])))],
    ["0.4.1 without one", hexOf(sized(encode([1, [], 2, { vyper: [0, 4, 1] }])))],
    ["a hash of 31 bytes", hexOf(sized(encode([INTEGRITY.subarray(1), 1, [], 2, { vyper: [0, 4, 1] }])))],
    ["two hashes", hexOf(sized(encode([INTEGRITY, INTEGRITY, 1, [], 2, { vyper: [0, 4, 1] }])))],
    ["a size as a float", "84f93c008002a165767970657283000400".concat("0013")],
    ["a size beyond any code", hexOf(sized(encode([1, [2 ** 24], 2, { vyper: [0, 4, 0] }])))],
    ["sizes that aren't a list", hexOf(sized(encode([1, 1, 2, { vyper: [0, 4, 0] }])))],
    ["bytes after the list", hexOf(sized(Uint8Array.from([...encode([1, [], 2, { vyper: [0, 4, 0] }]), 0])))],
    ["empty code", ""],
  ] as const)
    it(`finds none in ${what}`, () => assert.isUndefined(found(bytesOf(hex))));

  it("finds a list of up to 1024 bytes", () => {
    const list = (count: number) => encode([1, Array(count).fill(256), 2, { vyper: [0, 4, 0] }]);
    const most = (1024 - 2 - list(256).length) / 3 + 256;
    assert.deepEqual([sized(list(most)).length, found(sized(list(most)))?.length], [1024, 1024]);
    assert.isUndefined(found(sized(list(most + 1))));
  });

  it("finds no list longer than the code", () => {
    const section = sized(encode([1, [], 2, { vyper: [0, 4, 0] }]));
    assert.equal(findVyperAuxdata(section)?.length, section.length);
    assert.isUndefined(findVyperAuxdata(section.subarray(1)));
  });

  it("finds a mutated list only if it is still valid", () => {
    const sizes = fc.oneof(
      fc.integer({ min: 0, max: 70_000 }),
      fc.constantFrom(-1, 0.5, "1", null, 2n ** 60n, true),
    );
    const version = fc.oneof(
      fc.constantFrom([0, 3, 9], [0, 3, 10], [0, 4, 0], [0, 4, 1], [0, 4, 3], [0, 10, 0], [1, 0, 0], "0.4.0"),
      fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 3, maxLength: 4 }),
    );
    const list = fc
      .tuple(
        fc.constantFrom([], [], [INTEGRITY], ["5a"], [1]),
        sizes,
        fc.array(sizes, { maxLength: 3 }),
        sizes,
        version,
      )
      .map(([before, runtime, data, immutable, of]) => [...before, runtime, data, immutable, { vyper: of }]);
    const change = fc.record({
      at: fc.nat(),
      byte: fc.integer({ min: 0, max: 255 }),
      isChanged: fc.boolean(),
    });
    let accepted = 0;
    fc.assert(
      fc.property(list, change, (values, { at, byte, isChanged }) => {
        const cbor = encode(values);
        if (isChanged) cbor[at % cbor.length] = byte;
        const section = sized(cbor);
        const auxdata = found(section);
        if (auxdata?.immutableSize === undefined) return;
        accepted += 1;
        assert.equal(auxdata.length, section.length);
        assert.match(hexOf(section), LIST);
      }),
      RUNS,
    );
    assert.isAbove(accepted, RUNS.numRuns / 200);
  });
});
