import { assert } from "chai";
import { only, startHardhat, verify, verifyJson } from "../helpers/cli.ts";
import { deploy } from "../helpers/deploy.ts";
import { fixtureProject } from "../helpers/project.ts";
import { RecordingProxy } from "../helpers/recording-proxy.ts";
import { theWorld } from "../helpers/world.ts";

const ANY_PORTS = ["verification", "query", "status"].flatMap((service) => [`--${service}-port`, "0"]);

describe("e2e - --local and serve", () => {
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

  it("should accept the same deployment again right after a restart", async () => {
    const { chain, config: others } = await theWorld();
    const project = await fixtureProject("many-contracts");
    const artifact = await project.artifact("contracts/Counter.sol", "Counter");
    const { address } = await deploy(chain, artifact, { account: 15 });
    // One URL, whatever port is free.
    await using front = await RecordingProxy.before("");
    const config = { ...others, verification: { url: front.url } };
    for (const _ of ["first", "second"]) {
      const { child, shows, ended } = await startHardhat(project, ["verify-contract", "serve", ...ANY_PORTS]);
      [, front.service = ""] = await shows(/Verification service +(http:\S+)/);
      const { report, stderr } = await verifyJson(project, [address], { config });
      assert.equal(only(report).outcome, "verified", stderr);
      // The run waits a minute for a record that another service lost.
      assert.notMatch(stderr, /Waiting/);
      child.kill("SIGTERM");
      await ended;
    }
  }).timeout(120_000);
});
