import { assert } from "chai";
import { only, startHardhat, verifyJson } from "../helpers/cli.ts";
import { deploy } from "../helpers/deploy.ts";
import { fixtureProject } from "../helpers/project.ts";
import { RecordingProxy } from "../helpers/recording-proxy.ts";
import { theWorld } from "../helpers/world.ts";

const ANY_PORTS = ["verification", "query", "status"].flatMap((service) => [`--${service}-port`, "0"]);

describe("e2e - serve", () => {
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
