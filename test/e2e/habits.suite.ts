import { assert } from "chai";

import { verify, verifyJson } from "../helpers/cli.ts";
import { deploy } from "../helpers/deploy.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import { assertExact } from "../helpers/verdicts.ts";
import { theWorld, type World } from "../helpers/world.ts";

describe("e2e - habits of Hardhat's own plugin", () => {
  let world: World;
  let project: Project;
  let address: string;

  before(async () => {
    world = await theWorld();
    project = await fixtureProject("many-contracts");
    const artifact = await project.artifact("contracts/Counter.sol", "Counter");
    ({ address } = await deploy(world.chain, artifact, { account: 3 }));
  });

  it("should take what it does not need, and say so", async () => {
    world.reset();
    const args = [
      address,
      "First argument",
      "42",
      "--constructor-args-path",
      "args.ts",
      "--build-profile",
      "production",
    ];
    const { report, stderr } = await verifyJson(project, [
      ...args,
      "--libraries-path",
      "libraries.ts",
      "--force",
    ]);
    assertExact(report);
    assert.match(
      stderr,
      /^! Not used here: constructor arguments, --constructor-args-path and --libraries-path\. See docs\/.*\n! --build-profile /,
    );
  });

  it("should take them for a check, too", async () => {
    const { report, stderr } = await verifyJson(project, [
      "check",
      address,
      "--constructor-args",
      "a.js",
      "--force",
    ]);
    assert.equal(report.exitCode, 0);
    assert.match(stderr, /^! Not used here: --force and --constructor-args\. See docs\//);
  });

  it("should not take constructor arguments for targets of a check without a word", async () => {
    const { exitCode, stderr } = await verify(project, ["check", address, "First argument"]);
    assert.equal(exitCode, 2);
    assert.match(stderr, /^VC703 .*"First argument"/);
    assert.include(stderr, "constructor arguments are not needed");
  });

  it("should not take an option for what it does not need, and send nothing", async () => {
    world.reset();
    for (const args of [["--constructor-args", "--dry-run"], ["\u2013dry-run"]]) {
      const { exitCode, stderr } = await verify(project, [address, ...args]);
      assert.equal(exitCode, 2);
      assert.match(stderr, /^VC106 .*dry-run"/);
      assert.match(stderr, /Try: npx hardhat verify-contract 0x\w+ .* --dry-run\n/);
    }
    assert.isEmpty(world.verification.requests);
  });

  it("should not take a sub-command for an argument: mistyped, or after the address", async () => {
    world.reset();
    for (const [args, code] of [
      [["chekc", address], "VC102"],
      [[address, "check"], "VC106"],
    ] as const) {
      const { exitCode, stderr } = await verify(project, [...args, "--require", "abi"]);
      assert.equal(exitCode, 2);
      assert.match(stderr, new RegExp(`^${code} `));
      assert.include(
        stderr,
        `Try: npx hardhat verify-contract check ${address} --network localhost --config hardhat.test.config.ts --require abi\n`,
      );
    }
    assert.isEmpty(world.verification.requests);
  });
});
