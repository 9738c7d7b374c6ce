import { assert } from "chai";
import {
  type Command,
  DESCRIPTIONS,
  flagOf,
  OPTIONS,
  optionsOf,
  positionalOf,
} from "../../../src/internal/domain/options.ts";
import plugin from "../../../src/internal/hosts/hardhat3/plugin.ts";

const COMMANDS = (Object.keys(DESCRIPTIONS) as Command[]).map(
  (command) => [command, command === "verify" ? ["verify-contract"] : ["verify-contract", command]] as const,
);

describe("hosts - the options of the tasks", () => {
  for (const [command, id] of COMMANDS)
    it(`should be those of the table: ${id.join(" ")}`, () => {
      const task = plugin.tasks?.find((each) => each.id.join() === id.join());
      assert(task !== undefined && "positionalArguments" in task);
      const declared = Object.values(task.options).map(({ name, description, defaultValue }) => ({
        name,
        description,
        defaultValue,
      }));
      const expected = optionsOf(command).map(({ name, description, kind, default: value }) => ({
        name,
        description,
        defaultValue: kind === "flag" ? false : value,
      }));
      assert.deepEqual(declared, expected);
      assert.deepEqual(
        task.positionalArguments.map(({ name, isVariadic }) => [name, isVariadic]),
        positionalOf(command).map(({ name, isList = false }) => [name, isList]),
      );
    });

  it("should be written with dashes", () => {
    assert.equal(flagOf("creationTxHash"), "--creation-tx-hash");
    assert.isAbove(OPTIONS.length, 20);
  });
});
