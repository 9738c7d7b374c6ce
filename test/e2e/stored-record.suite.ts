import { assert } from "chai";
import { only, verify, verifyJson } from "../helpers/cli.ts";
import { deploy } from "../helpers/deploy.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import { assertExact } from "../helpers/verdicts.ts";
import { theWorld, type World } from "../helpers/world.ts";

describe("e2e - stored record", () => {
  let world: World;
  let many: Project;
  let address: string;

  before(async () => {
    world = await theWorld();
    world.reset();
    many = await fixtureProject("many-contracts");
    const artifact = await many.artifact("contracts/Counter.sol", "Counter");
    ({ address } = await deploy(world.chain, artifact, { account: 16 }));
    assertExact((await verifyJson(many, [address])).report);
  });
  beforeEach(() => world.reset());

  it("should print only the report on stdout, even if libraries warn about the ABI on record", async () => {
    const inputs = [{ name: "x", type: "no type \u001b[2J ((" }];
    const odd = ["function", "event", "error", "constructor", "fallback", "no kind"].map((type) => ({
      type,
      name: "evil\u001b[2J (",
      inputs,
      outputs: inputs,
      stateMutability: "view",
    }));
    world.verification.change = ({ path }, reply) => {
      const { abi = [], ...others } = reply.body as { readonly abi?: readonly unknown[] };
      if (!path.startsWith("/v2/contract/")) return reply;
      return { ...reply, body: { ...others, abi: [...abi, ...odd] } };
    };
    const run = await verify(many, [address, "--json"]);
    assert.equal(only(JSON.parse(run.stdout)).outcome, "check-failed");
    assert.notInclude(run.stdout + run.stderr, "\u001b[2J");
  });
});
