import { assert } from "chai";
import { type Command, flagOf, OPTIONS, optionsOf } from "../../../src/internal/commands/options.ts";
import plugin from "../../../src/internal/hosts/hardhat3/plugin.ts";

const COMMANDS: readonly (readonly [Command, readonly string[]])[] = [
  ["verify", ["verify-contract"]],
  ["check", ["verify-contract", "check"]],
  ["deployments", ["verify-contract", "deployments"]],
  ["merge", ["verify-contract", "merge"]],
  ["status", ["verify-contract", "status"]],
  ["serve", ["verify-contract", "serve"]],
];

describe("hosts - the options of the tasks", () => {
  for (const [command, id] of COMMANDS) {
    it(`should be those of the table: ${id.join(" ")}`, () => {
      const task = plugin.tasks?.find((each) => each.id.join() === id.join());
      assert(task !== undefined && "options" in task);
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
    });
  }

  it("should be written with dashes", () => {
    assert.equal(flagOf("creationTxHash"), "--creation-tx-hash");
    assert.isAbove(OPTIONS.length, 20);
  });
});
