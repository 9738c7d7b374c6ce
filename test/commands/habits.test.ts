import { assert } from "chai";
import { compareArguments, noteHabits } from "../../src/internal/commands/habits.ts";
import { contractOf } from "../helpers/report-parts.ts";
import { factOf, thrownBy } from "../helpers/thrown.ts";

const OTHER = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const VALUE_OPTIONS = ["constructorArgs", "constructorArgsPath"];

describe("commands - habits from Hardhat's own plugin", () => {
  const options = ["--dry-run", "\u2013dry-run", "dryRun", "--network", "report=json=a.json", "--dry-rnu"];
  const subcommands = ["check", "Deployment"];
  for (const value of [...options, ...subcommands])
    it(`should refuse ${value} as an option's value and as an argument`, async () => {
      const all: readonly Parameters<typeof noteHabits>[0][] = [
        ...VALUE_OPTIONS.map((name) => ({ [name]: value })),
        { arguments: [value] },
        { arguments: ["foo", "42", value] },
      ];
      for (const args of all) {
        const { problem } = await thrownBy(() => noteHabits(args), "VC106");
        assert.include(problem.likely, options.includes(value) ? "an option" : "a subcommand");
      }
    });

  it("should refuse contracts that would be ignored, and not call them constructor arguments", async () => {
    for (const others of [[OTHER], [OTHER.slice(2)], ["0.0.1234"], [OTHER, "0.0.1234"]]) {
      const { problem } = await thrownBy(() => noteHabits({ target: OTHER, arguments: others }), "VC106");
      assert.match(problem.message, /^The argument after the contract can't be /);
      assert.match(problem.next ?? "", /deployments/);
    }
  });

  it("should not mention constructor arguments after an invalid target", async () => {
    const { problem } = await thrownBy(() => noteHabits({ target: "chekc", arguments: [OTHER] }), "VC102");
    assert.match(problem.next ?? "", /check/);
  });

  it("should list the commands after a word that is no command, and not after an address", async () => {
    const error = await thrownBy(() => noteHabits({ target: "init" }));
    assert.include(factOf(error, "Commands"), "preflight");
    assert.isUndefined(factOf(await thrownBy(() => noteHabits({ target: "0x12" })), "Commands"));
  });

  it("should accept plausible constructor arguments", () => {
    for (const others of [["-5"], ["1.5"], [OTHER, "42"], ["Gold", OTHER], ["First argument"], [""]])
      assert.match(
        noteHabits({ target: OTHER, arguments: others }).join(),
        /^Constructor arguments aren't needed: they are read from the chain\.$/,
      );
    assert.lengthOf(noteHabits({ constructorArgsPath: "./args.ts" }), 1);
    assert.isEmpty(noteHabits({ arguments: [] }));
  });
});

describe("commands - constructor arguments on the command line", () => {
  const decoded = [
    { name: "owner", type: "address", value: OTHER },
    { name: "cap", type: "uint256", value: "1000000" },
    { name: "name", type: "string", value: "Vault" },
    { name: "list", type: "uint256[]", value: "[1, 2]" },
  ];
  const report = { contracts: [contractOf({ constructorArguments: { encoded: "0x", decoded } })] };

  it("should be silent if they equal those on chain, in any spelling", () => {
    assert.isEmpty(compareArguments([], report));
    assert.isEmpty(compareArguments([OTHER.toLowerCase(), "0xf4240", "Vault", "[1,2]"], report));
    assert.isEmpty(compareArguments([OTHER, "1_000_000", '"Vault"', "anything"], report));
  });

  it("should be reported beside those on chain if they differ", () => {
    assert.deepEqual(compareArguments([OTHER, "5", "Vault", ""], report), [
      "Constructor arguments differ: uint256 cap is 1000000 on chain, but 5 on the command line.",
    ]);
    assert.deepEqual(compareArguments([OTHER], report), [
      "The command line has 1 constructor argument, but the chain has 4.",
    ]);
  });

  it("should not be compared if the chain shows none", () =>
    assert.isEmpty(compareArguments(["5"], { contracts: [contractOf({ constructorArguments: null })] })));
});
