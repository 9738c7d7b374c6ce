import { assert } from "chai";
import { verify } from "../helpers/cli.ts";
import { deploy } from "../helpers/deploy.ts";
import { expectGolden } from "../helpers/golden.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import { screenOf } from "../helpers/screen.ts";
import { type PrivateWorld, privateWorld } from "../helpers/world.ts";

const ADDRESS_PAGE = "https://etherscan.example/address/0x5FbDB2315678afecb367f032d93F642f64180aa3";
const AFTER_MS = 1200;

describe("e2e - forwarded verifications and other chains", function () {
  this.timeout(180_000);
  let world: PrivateWorld;
  let project: Project;
  let config: object;

  before(async () => {
    world = await privateWorld(undefined, {
      forwarding: [
        {
          to: "etherscan",
          afterMs: AFTER_MS,
          answer: { verificationId: "abc123", explorerUrl: ADDRESS_PAGE },
        },
        { to: "blockscout", afterMs: AFTER_MS, answer: { verificationId: "VERIFIER_ALREADY_VERIFIED" } },
        { to: "routescan", afterMs: AFTER_MS, answer: { error: "\u001b[31mdaily limit\n::error::reached" } },
      ],
    });
    config = { ...world.config, verification: { url: world.verification.url, forwards: true } };
    project = await fixtureProject("many-contracts");
  });
  after(() => world?.[Symbol.asyncDispose]());
  beforeEach(() => world.reset());

  const deployed = async (name: string): Promise<string> =>
    (await deploy(world.chain, await project.artifact(`contracts/${name}.sol`, name))).address;

  it("should show on the screen what other services answered after the job's end", async () => {
    const run = await verify(project, [await deployed("Factory")], { world, config });
    assert.equal(run.exitCode, 0, run.stdout + run.stderr);
    const screen = screenOf(run, project, world);
    expectGolden("cli/forwarded.txt", screen);
    assert.isAtMost(screen.trimEnd().split("\n").length, 15);
  });
});
