import { assert } from "chai";

import {
  findDifferingSettings,
  findOneSidedSettings,
} from "../../src/internal/solidity/normalised-settings.ts";

const DETAILS = { optimizer: { enabled: true, details: { yul: true } } };

describe("solidity - settings that only one side states", () => {
  for (const [what, [expected, actual, names]] of Object.entries({
    "none where both state the same": [DETAILS, DETAILS, []],
    "none where both state another value": [{ eofVersion: 1 }, { eofVersion: 2 }, []],
    "none where a default is omitted": [{ viaIR: false, optimizer: { runs: 200 } }, {}, []],
    "none where an input leaves the EVM version to the compiler": [{ evmVersion: "paris" }, {}, []],
    "a setting of the first alone": [{ eofVersion: 1 }, {}, ["eofVersion"]],
    "a setting of the second alone": [{}, { eofVersion: 1 }, ["eofVersion"]],
    "the optimizer's details, which replace `enabled`": [
      DETAILS,
      { optimizer: { enabled: true } },
      ["optimizer.details.yul", "optimizer.enabled"],
    ],
    "an unknown setting of the expected side": [{ future: 1 }, { future: 1 }, ["future"]],
  } as const))
    it(`should be ${what}`, () => {
      assert.sameMembers([...findOneSidedSettings(expected, actual)], [...names]);
      if (names.length > 0) assert.isEmpty(findDifferingSettings(expected, actual));
    });
});

describe("solidity - settings of another shape", () => {
  for (const name of ["viaIR", "evmVersion", "experimental"])
    it(`should differ in ${name}, and not fail`, () =>
      assert.deepEqual(findDifferingSettings({ [name]: "x" }, { [name]: { toString: 1, valueOf: 1 } }), [
        name,
      ]));
});

describe("solidity - libraries in the settings", () => {
  const [ONE, OTHER] = [`0x${"1".repeat(40)}`, `0x${"2".repeat(40)}`];
  for (const [what, [input, metadata, differ]] of Object.entries({
    "by path in both": [{ "All.sol": { Low: ONE } }, { "All.sol:Low": ONE }, false],
    "by path, and by the name alone as before 0.7.5": [{ "All.sol": { Low: ONE } }, { Low: ONE }, false],
    "by name in both": [{ "": { Low: ONE } }, { Low: ONE }, false],
    "of two paths the last one, by the name alone": [
      { A: { Low: OTHER }, B: { Low: ONE } },
      { Low: ONE },
      false,
    ],
    "at another address, by the name alone": [{ "All.sol": { Low: ONE } }, { Low: OTHER }, true],
    "of another path": [{ "All.sol": { Low: ONE } }, { "Other.sol:Low": ONE }, true],
    "that is not in the metadata": [{ "All.sol": { Low: ONE } }, {}, true],
  } as const))
    it(`should ${differ ? "differ" : "be the same"}: ${what}`, () => {
      const expected = differ ? ["libraries"] : [];
      assert.deepEqual(findDifferingSettings({ libraries: input }, { libraries: metadata }), expected);
    });
});
