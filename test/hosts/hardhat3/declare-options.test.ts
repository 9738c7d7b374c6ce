import { assert } from "chai";
import { COMMANDS, optionsOf, positionalOf } from "../../../src/internal/domain/options.ts";
import plugin from "../../../src/internal/hosts/hardhat3/plugin.ts";

describe("hosts - the options of the tasks", () => {
  for (const command of COMMANDS)
    it(`should match the option table: ${command}`, () => {
      const id = command === "verify" ? ["verify-contract"] : ["verify-contract", command];
      const task = plugin.tasks?.find((each) => each.id.join() === id.join());
      assert(task !== undefined && "positionalArguments" in task);
      assert.deepEqual(
        Object.values(task.options).map((option) => [option.name, option.description, option.defaultValue]),
        optionsOf(command).map(({ name, description, kind, default: value }) =>
          kind === "flag" ? [name, description, false] : [name, description, value],
        ),
      );
      assert.deepEqual(
        task.positionalArguments.map(({ name, isVariadic }) => [name, isVariadic]),
        positionalOf(command).map(({ name, isList = false }) => [name, isList]),
      );
    });
});
