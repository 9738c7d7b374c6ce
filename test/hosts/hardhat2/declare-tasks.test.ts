import { assert } from "chai";
import { type Command, optionsOf } from "../../../src/internal/domain/options.ts";
import { declareTasks } from "../../../src/internal/hosts/hardhat2/register-tasks.ts";
import type { TaskBuilder } from "../../../src/internal/hosts/hardhat2/runtime.ts";

const COMMANDS: Readonly<Record<string, Command>> = {
  "verify-contract": "verify",
  "verify-contract:check": "check",
  "verify-contract:deployments": "deployments",
  "verify-contract:preflight": "preflight",
  "verify-contract:merge": "merge",
  "verify-contract:status": "status",
  "verify-contract:serve": "serve",
};
const TYPE = { name: "", parse: (_: string, text: string) => text, validate: () => {} };

describe("Hardhat 2 - the options of the tasks", () => {
  const declared = new Map<string, { name: string; description: string; byDefault: unknown }[]>();

  before(() => {
    declareTasks({
      task: (name) => {
        const options: { name: string; description: string; byDefault: unknown }[] = [];
        declared.set(name, options);
        const builder: TaskBuilder = {
          addFlag: (option, description) => {
            options.push({ name: option, description, byDefault: false });
            return builder;
          },
          addOptionalParam: (option, description, byDefault) => {
            options.push({ name: option, description, byDefault });
            return builder;
          },
          addOptionalPositionalParam: () => builder,
          addOptionalVariadicPositionalParam: () => builder,
          setAction: () => builder,
        };
        return builder;
      },
      types: { int: TYPE, string: TYPE },
    });
  });

  for (const [task, command] of Object.entries(COMMANDS))
    it(`should match the option table, except Hardhat's own options: ${task}`, () => {
      const expected = optionsOf(command)
        .filter(({ name }) => name !== "verbose")
        .map(({ name, description, kind, default: value }) => ({
          name,
          description,
          byDefault: kind === "flag" ? false : value,
        }));
      assert.deepEqual(declared.get(task), expected);
    });
});
