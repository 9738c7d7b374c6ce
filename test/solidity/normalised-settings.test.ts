import { assert } from "chai";

import { differingSettings, settingsOfOneOnly } from "../../src/internal/solidity/normalised-settings.ts";

const DETAILS = { optimizer: { enabled: true, details: { yul: true } } };

describe("solidity - settings that only one side states", () => {
  for (const [what, expected, actual, names] of [
    ["none where both state the same", DETAILS, DETAILS, []],
    ["none where both state another value", { eofVersion: 1 }, { eofVersion: 2 }, []],
    ["none where a default is omitted", { viaIR: false, optimizer: { runs: 200 } }, {}, []],
    ["none where an input leaves the EVM version to the compiler", { evmVersion: "paris" }, {}, []],
    ["a setting of the first alone", { eofVersion: 1 }, {}, ["eofVersion"]],
    ["a setting of the second alone", {}, { eofVersion: 1 }, ["eofVersion"]],
    [
      "the optimizer's details, which replace `enabled`",
      DETAILS,
      { optimizer: { enabled: true } },
      ["optimizer.details.yul", "optimizer.enabled"],
    ],
    ["an unknown setting of the expected side", { future: 1 }, { future: 1 }, ["future"]],
  ] as const) {
    it(`should be ${what}`, () => {
      assert.sameMembers([...settingsOfOneOnly(expected, actual)], [...names]);
      if (names.length > 0) assert.isEmpty(differingSettings(expected, actual));
    });
  }
});
