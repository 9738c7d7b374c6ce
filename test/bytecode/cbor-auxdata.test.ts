import { encode } from "cborg";
import { assert } from "chai";
import { findAuxdata, findTrailingAuxdata } from "../../src/internal/bytecode/cbor-auxdata.ts";

function bytes(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, "hex"));
}

describe("bytecode - CBOR auxdata (metadata sections)", () => {
  for (const [what, hex] of [
    ["empty code", ""],
    ["a map head at the very end", "a2"],
    ["a key without a value", "a164736f6c63"],
    ["a wrong length", "a164736f6c634300081cffff"],
    ["a CBOR tag bomb", `a164736f6c63${"c1".repeat(180)}00ba`],
  ] as const)
    it(`finds no auxdata in ${what}`, () => assert.isEmpty(findAuxdata(bytes(hex))));

  it("finds the version of a development build as text", () => {
    for (const version of [
      "0.8.28-nightly.2024.10.9+commit.7893614a",
      "0.5.10-develop.2019.6.25+commit.00000000.mod",
      "0.8.31-pre.1+commit.b59566f6",
      "0.8.28-develop",
    ]) {
      const cbor = encode({ solc: version });
      const code = Uint8Array.from([0xfe, ...cbor, 0, cbor.length]);
      const auxdata = { start: 1, length: cbor.length + 2, hasHash: false, solcVersion: version };
      assert.deepEqual(findTrailingAuxdata(code), auxdata);
      assert.deepEqual(findAuxdata(code), [auxdata]);
    }
  });

  // In quadratic time this takes minutes, beyond mocha's timeout.
  it("searches a megabyte of look-alikes in linear time", () => {
    findAuxdata(bytes("a264697066735822".repeat(20_000)));
    findAuxdata(bytes("a164736f6c634300081c".repeat(20_000)));
  });
});
