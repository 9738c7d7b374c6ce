import { assert } from "chai";
import { only, verify, verifyJson } from "../helpers/cli.ts";
import { deploy } from "../helpers/deploy.ts";
import { fixtureProject } from "../helpers/project.ts";
import { theWorld } from "../helpers/world.ts";

describe("e2e - --local", () => {
  it("should verify without configuration, with services that end with the run, and say so", async () => {
    const { chain } = await theWorld();
    const project = await fixtureProject("many-contracts");
    const { address } = await deploy(chain, await project.artifact("contracts/Counter.sol", "Counter"), {
      account: 17,
    });
    const refused = await verify(project, [address], { config: {} });
    assert.match(refused.stderr, /^VC109 /);
    assert.match(refused.stderr, /Try: npx hardhat verify-contract 0x\w+ --network localhost .*--local$/m);

    // The first run's journal doesn't concern the second run's services.
    for (const _ of ["first", "second"]) {
      const { report, stderr } = await verifyJson(project, [address, "--local"], { config: {} });
      const { outcome, match, links } = only(report);
      assert.deepEqual([outcome, match?.creationMatch], ["verified", "exact_match"]);
      assert.match(stderr, /when it ends; to keep them: npx hardhat verify-contract serve --network/);
      assert.isEmpty(links, "the record ends with the run");
    }
  }).timeout(120_000);
});
