import { assert } from "chai";

import { only, verify, verifyJson } from "../helpers/cli.ts";
import { deploy } from "../helpers/deploy.ts";
import { fixtureProject } from "../helpers/project.ts";
import { theWorld } from "../helpers/world.ts";

describe("e2e - operators", () => {
  it("should name the operator of each witness, and count those of one operator once", async () => {
    const world = await theWorld();
    const many = await fixtureProject("many-contracts");
    const { address } = await deploy(world.chain, await many.artifact("contracts/Counter.sol", "Counter"));

    const { report } = await verifyJson(many, [address]);
    assert.deepEqual(only(report).witnesses, [
      { witness: "chain", operator: "node" },
      { witness: "query service", operator: "query service" },
      { witness: "record", operator: "verification service" },
      { witness: "build", operator: "this project" },
      { witness: "request", operator: "this project" },
    ]);

    const operators = { [world.chain.rpcUrl]: "Acme", [world.query.url]: "Acme" };
    const config = { ...world.config, operators };
    const known = await (await fetch(`${world.query.url}/api/v1/contracts/${address}`)).json();
    const { contract_id: id } = known as { readonly contract_id: string };
    const { stdout, exitCode } = await verify(many, [id], { config });
    assert.equal(exitCode, 0);
    const words = stdout.replace(/\s+/g, " ");
    assert.include(words, "a consistency check, because node and query service have one operator");
  });
});
