import { assert } from "chai";
import { startHardhat } from "../helpers/cli.ts";
import { type Deployed, deploy } from "../helpers/deploy.ts";
import { neverEnding } from "../helpers/deployments/never-ending.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import { theWorld, type World } from "../helpers/world.ts";

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

describe("e2e - trouble", () => {
  let world: World;
  let many: Project;

  before(async () => {
    world = await theWorld();
    many = await fixtureProject("many-contracts");
  });
  beforeEach(() => world.reset());
  after(() => world.reset());

  async function counter(): Promise<Deployed> {
    return deploy(world.chain, await many.artifact("contracts/Counter.sol", "Counter"));
  }

  it("should stop at Ctrl-C, name the job and say how to go on", async () => {
    const { address } = await counter();
    world.verification.answer = neverEnding(address);
    const { child, shows, ended } = await startHardhat(many, ["verify-contract", address]);
    const [, verificationId = ""] = await shows(new RegExp(`waiting for job (${UUID.source})`));
    child.kill("SIGINT");
    const { exitCode, stdout } = await ended;
    assert.equal(exitCode, 3);
    assert.include(stdout, "VC408");
    const problem = stdout.slice(stdout.indexOf("VC408"));
    assert.include(problem, verificationId);
    assert.match(problem, /Sent +1 file, .*; the service accepted it/);
    assert.match(problem, /To resume +run the command again: it sends nothing twice/);
    assert.notInclude(problem, "Likely");
    assert.include(problem, `Try: npx hardhat verify-contract ${address}`);
  });
});
