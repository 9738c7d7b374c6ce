import { assert } from "chai";

import { only, startHardhat, verifyJson } from "../helpers/cli.ts";
import { deploy } from "../helpers/deploy.ts";
import { fixtureProject } from "../helpers/project.ts";
import { assertExact } from "../helpers/verdicts.ts";
import { theWorld } from "../helpers/world.ts";

const ANY_PORTS = ["verification", "query", "status"].flatMap((service) => [`--${service}-port`, "0"]);

describe("e2e - serve", () => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    it(`should serve until ${signal}, and then leave nothing behind`, async () => {
      const world = await theWorld();
      const project = await fixtureProject("many-contracts");
      const { child, shows, ended } = await startHardhat(project, ["verify-contract", "serve", ...ANY_PORTS]);
      const [, url = ""] = await shows(/Verification service +(http:\S+)/);
      const [, query = ""] = await shows(/Query service +(http:\S+)/);
      const [, status = ""] = await shows(/Status service +(http:\S+)/);
      await shows(/Ctrl-C/);
      assert.equal((await fetch(`${status}/api/v2/status.json`)).status, 200);

      const { address } = await deploy(
        world.chain,
        await project.artifact("contracts/Counter.sol", "Counter"),
      );
      const config = { ...world.config, verification: { url }, query: { url: query } };
      const { report } = await verifyJson(project, [address], { config });
      assertExact(report);
      assert.equal(only(report).links[0]?.url, `${url}/v2/contract/31337/${address}`);

      child.kill(signal);
      const { exitCode, stderr } = await ended;
      assert.equal(exitCode, 0, stderr);
      for (const each of [url, query, status]) {
        assert.equal(await fetch(each).catch(() => "refused"), "refused");
      }
    });
  }

  it("should need a network that has a URL", async () => {
    const project = await fixtureProject("many-contracts");
    const { ended } = await startHardhat(project, ["verify-contract", "serve", ...ANY_PORTS], {
      network: "default",
    });
    const { exitCode, stderr } = await ended;
    assert.equal(exitCode, 2);
    assert.include(stderr, "VC903");
  });
});
