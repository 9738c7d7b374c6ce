import { assert } from "chai";
import { COMMANDS, optionsOf, positionalOf } from "../../../src/internal/domain/options.ts";
import plugin from "../../../src/internal/hosts/hardhat3/plugin.ts";

describe("hosts - the options of the tasks", () => {
  for (const command of COMMANDS)
    it(`should match the option table: ${command}`, () => {
      const id = command === "verify" ? ["verify-contract"] : ["verify-contract", command];
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
});
