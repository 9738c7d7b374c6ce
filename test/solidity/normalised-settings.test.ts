import { assert } from "chai";
import {
  findDifferingSettings,
  findOneSidedSettings,
} from "../../src/internal/solidity/normalised-settings.ts";

const DETAILS = { optimizer: { enabled: true, details: { yul: true } } };

describe("solidity - settings stated on only one side", () => {
  for (const [what, [expected, actual, names]] of Object.entries({
    "none if both sides are equal": [DETAILS, DETAILS, []],
    "none if the values differ": [{ eofVersion: 1 }, { eofVersion: 2 }, []],
    "none if a default is omitted": [{ viaIR: false, optimizer: { runs: 200 } }, {}, []],
    "none if an input leaves the EVM version to the compiler": [{ evmVersion: "paris" }, {}, []],
    "a setting only on the first side": [{ eofVersion: 1 }, {}, ["eofVersion"]],
    "a setting only on the second side": [{}, { eofVersion: 1 }, ["eofVersion"]],
    "the optimizer's details, which replace `enabled`": [
      DETAILS,
      { optimizer: { enabled: true } },
      ["optimizer.details.yul", "optimizer.enabled"],
    ],
    "an unknown setting on the expected side": [{ future: 1 }, { future: 1 }, ["future"]],
  } as const))
    it(`should include ${what}`, () => {
      assert.sameMembers([...findOneSidedSettings(expected, actual)], [...names]);
      if (names.length > 0) assert.isEmpty(findDifferingSettings(expected, actual));
    });
});

describe("solidity - settings that the compiler doesn't have", () => {
  const settings = {
    metadata: { bytecodeHash: "none", appendCBOR: false, useLiteralContent: true },
    debug: { revertStrings: "strip" },
    viaIR: true,
  };

  it("should not differ for an old solc, which ignores them", () => {
    for (const version of ["0.4.26+commit.4563c3fc", "v0.4.11", "0.5.0+commit.1d4f565a"])
      assert.deepEqual(findDifferingSettings(settings, {}, version), ["metadata.useLiteralContent"]);
  });

  it("should differ for any later compiler, and for an unknown one", () => {
    for (const version of ["0.5.17", "0.5.40", "0.8.28", "0.40.1", undefined])
      assert.lengthOf(findDifferingSettings(settings, {}, version), 5);
  });
});

describe("solidity - settings with unexpected types", () => {
  for (const name of ["viaIR", "evmVersion", "experimental"])
    it(`should differ in ${name} without an error`, () =>
      assert.deepEqual(findDifferingSettings({ [name]: "x" }, { [name]: { toString: 1, valueOf: 1 } }), [
        name,
      ]));
});

describe("solidity - libraries in the settings", () => {
  const [ONE, OTHER] = [`0x${"1".repeat(40)}`, `0x${"2".repeat(40)}`];
  for (const [what, [input, metadata, differ]] of Object.entries({
    "by path in both": [{ "All.sol": { Low: ONE } }, { "All.sol:Low": ONE }, false],
    "by path, and only by name as before 0.7.5": [{ "All.sol": { Low: ONE } }, { Low: ONE }, false],
    "by name in both": [{ "": { Low: ONE } }, { Low: ONE }, false],
    "the last of two paths, by name only": [{ A: { Low: OTHER }, B: { Low: ONE } }, { Low: ONE }, false],
    "at another address, by name only": [{ "All.sol": { Low: ONE } }, { Low: OTHER }, true],
    "with another path": [{ "All.sol": { Low: ONE } }, { "Other.sol:Low": ONE }, true],
    "missing from the metadata": [{ "All.sol": { Low: ONE } }, {}, true],
  } as const))
    it(`should ${differ ? "differ" : "be the same"}: ${what}`, () => {
      const expected = differ ? ["libraries"] : [];
      assert.deepEqual(findDifferingSettings({ libraries: input }, { libraries: metadata }), expected);
    });
});
