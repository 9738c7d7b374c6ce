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
});
