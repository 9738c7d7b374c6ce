import { encode } from "cborg";
import { assert } from "chai";
import { findVyperAuxdata } from "../../src/internal/bytecode/replay/vyper-places.ts";
import { bytesOf, hexOf, sourcifyVyperAuxdata } from "../helpers/bytecode/auxdata.ts";

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
    ["a version of four parts", hexOf(sized(encode([1, [], 2, { vyper: [0, 4, 0, 0] }])))],
    ["a list with version 0.3.9", hexOf(sized(encode([1, [], 2, { vyper: [0, 3, 9] }])))],
    ["0.4.0 with a hash", hexOf(sized(encode([INTEGRITY, 1, [], 2, { vyper: [0, 4, 0] }])))],
    ["0.4.1 without one", hexOf(sized(encode([1, [], 2, { vyper: [0, 4, 1] }])))],
    ["a hash of 31 bytes", hexOf(sized(encode([INTEGRITY.subarray(1), 1, [], 2, { vyper: [0, 4, 1] }])))],
    ["a size as a float", "84f93c008002a165767970657283000400".concat("0013")],
    ["a size beyond any code", hexOf(sized(encode([1, [2 ** 24], 2, { vyper: [0, 4, 0] }])))],
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
});
