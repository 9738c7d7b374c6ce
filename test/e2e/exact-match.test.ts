import { assert } from "chai";
import { verify } from "../helpers/cli.ts";
import { deploy } from "../helpers/deploy.ts";
import { expectGolden } from "../helpers/golden.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import { screenOf } from "../helpers/screen.ts";
import { theWorld, type World } from "../helpers/world.ts";

const OWNER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

describe("e2e - exact match", () => {
  let world: World;
  let demo: Project;

  before(async () => {
    world = await theWorld();
    demo = await fixtureProject("demo");
  });
  beforeEach(() => world.reset());

  it("should verify a contract with constructor arguments, with as few requests as possible", async () => {
    const { address } = await deploy(world.chain, await demo.artifact("contracts/Token.sol", "Token"), {
      args: ["Demo Token", "DEMO", OWNER],
      account: 19,
    });
    const run = await verify(demo, [address]);
    assert.equal(run.exitCode, 0, run.stderr);
    assert.equal(run.stderr, "");
    expectGolden("cli/verified.txt", screenOf(run, demo, world));

    const asked = world.verification.requests.map(
      ({ method, path }) => `${method} ${path.replace(/\?.*/, "")}`,
    );
    const [lookUp, submission, poll] = asked;
    const record = `GET /v2/contract/31337/${address}`;
    assert.deepEqual([lookUp, submission], [record, `POST /v2/verify/31337/${address}`]);
    assert.match(poll ?? "", /^GET \/v2\/verify\/[0-9a-f-]{36}$/);
    // After the record, the job again: the service may have forwarded it.
    assert.deepEqual(asked.slice(-2), [record, poll]);
    assert.sameMembers([...new Set(asked.slice(2, -2))], [poll]);
    assert.deepEqual(
      world.query.requests.map(
        ({ method, path }) =>
          `${method} ${path.replace(/\/\d+$/, "/<number>").replace(/\d+\.\d+\.\d+/, "<id>")}`,
      ),
      [
        `GET /api/v1/contracts/${address}`,
        "GET /api/v1/contracts/<id>/results?internal=true&order=asc&limit=1",
        "GET /api/v1/blocks/<number>",
      ],
    );
  });
});
