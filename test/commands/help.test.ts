import { assert } from "chai";
import { describeTask } from "../../src/internal/commands/help.ts";
import { type Command, DESCRIPTIONS } from "../../src/internal/domain/options.ts";

const HARDHAT3 = (command: Command) =>
  command === "verify" ? "verify-contract" : `verify-contract ${command}`;
const HARDHAT2 = (command: Command) =>
  command === "verify" ? "verify-contract" : `verify-contract:${command}`;

describe("commands - help of tasks", () => {
  for (const [args, command, names] of [
    [["--network", "testnet", "verify-contract", "-h"], "verify", HARDHAT3],
    [["verify-contract", "check", "--help"], "check", HARDHAT3],
    [["help", "verify-contract:lock"], "lock", HARDHAT2],
  ] as const)
    it(`should show examples for ${args.join(" ")} only in that task`, () => {
      for (const each of ["verify", "check", "lock", "deployments"] as const) {
        const text = describeTask(each, "npx hardhat", names, args);
        assert.isTrue(text.startsWith(DESCRIPTIONS[each]));
        assert.equal(text.includes(`$ npx hardhat ${names(each)}`), each === command, each);
      }
    });

  it("should be one line in a list of tasks", () => {
    for (const args of [["--help"], ["compile", "--help"], ["verify-contract", "check", "0x1"]])
      assert.equal(describeTask("check", "npx hardhat", HARDHAT3, args), DESCRIPTIONS.check);
  });
});
