import { assert } from "chai";

import { only, verify, verifyJson } from "../helpers/cli.ts";
import { deploy } from "../helpers/deploy.ts";
import { expectGolden } from "../helpers/golden.ts";
import { fixtureProject, type Project, uncompiledProject } from "../helpers/project.ts";
import { screenOf } from "../helpers/screen.ts";
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

  it("should check a contract that is already verified, and submit nothing", async () => {
    const run = await verify(many, [address]);
    assert.equal(run.exitCode, 0);
    assert.isEmpty(world.verification.submissions);
    assert.lengthOf(world.verification.requests, 2);
    assert.lengthOf(world.query.requests, 2);
    expectGolden("cli/already-verified.txt", screenOf(run, many, world));
  });

  it("should have nothing on stdout but the report, whatever libraries say of the ABI on record", async () => {
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

  it("should submit an exactly matched contract again with --force, and take 409 for what it is", async () => {
    const { report, exitCode } = await verifyJson(many, [address, "--force"]);
    assert.lengthOf(world.verification.submissions, 1);
    assert.equal(exitCode, 0);
    assert.equal(only(report).outcome, "already-verified");
    assert.isTrue(only(report).checks.every(({ status }) => status === "passed" || status === "skipped"));
  });

  it("should make a match exact when the build promises more than is stored", async () => {
    const contract = await deploy(world.chain, await many.artifact("contracts/Counter.sol", "Counter"));
    // Without the older build, which would be found.
    const changed = await uncompiledProject("many-contracts");
    await changed.edit("contracts/Counter.sol", (text) => text.replace("Imports nothing", "Needs nothing"));
    await changed.build("contracts/Counter.sol");
    const weak = await verifyJson(changed, [contract.address, "--contract", "Counter"]);
    assert.equal(only(weak.report).match?.runtimeMatch, "match");
    world.reset();

    const { report } = await verifyJson(many, [contract.address]);
    assertExact(report);
    assert.equal(only(report).previousMatch?.runtimeMatch, "match");
    assert.lengthOf(world.verification.submissions, 1);

    // The weaker build can't improve it, and says so by submitting nothing.
    world.reset();
    const again = await verifyJson(changed, [contract.address, "--contract", "Counter"]);
    assert.equal(only(again.report).match?.runtimeMatch, "exact_match");
    assert.isEmpty(world.verification.submissions);
  });
});
