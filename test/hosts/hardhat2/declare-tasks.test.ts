import { assert } from "chai";
import { COMMANDS, optionsOf } from "../../../src/internal/domain/options.ts";
import { declareTasks } from "../../../src/internal/hosts/hardhat2/register-tasks.ts";
import type { TaskBuilder } from "../../../src/internal/hosts/hardhat2/runtime.ts";

const TYPE = { name: "", parse: (_: string, text: string) => text, validate: () => {} };

describe("Hardhat 2 - the options of the tasks", () => {
  it("should match the option table, except Hardhat's own options", () => {
    const declared = new Map<string, unknown[]>();
    const task = (name: string): TaskBuilder => {
      const options: unknown[] = [];
      declared.set(name, options);
      const add = (...option: readonly unknown[]): TaskBuilder => {
        options.push(option);
        return builder;
      };
      const builder: TaskBuilder = {
        addFlag: (option, description) => add(option, description, false),
        addOptionalParam: (option, description, byDefault) => add(option, description, byDefault),
        addOptionalPositionalParam: () => builder,
        addOptionalVariadicPositionalParam: () => builder,
        setAction: () => builder,
      };
      return builder;
    };
    declareTasks({ task, types: { int: TYPE, string: TYPE } });
    for (const command of COMMANDS) {
      const expected = optionsOf(command)
        .map(({ name, description, kind, default: value }) => [
          name,
          description,
          kind === "flag" ? false : value,
        ])
        .filter(([name]) => name !== "verbose");
      const name = command === "verify" ? "verify-contract" : `verify-contract:${command}`;
      assert.deepEqual(declared.get(name), expected, command);
    }
  });
});
