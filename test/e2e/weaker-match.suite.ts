import { assert } from "chai";
import { AbiCoder } from "ethers/abi";

import { only, verify, verifyJson } from "../helpers/cli.ts";
import { deploy, send } from "../helpers/deploy.ts";
import { expectGolden } from "../helpers/golden.ts";
import { fixtureProject, type Project, uncompiledProject } from "../helpers/project.ts";
import { screenOf, withFixedAddress } from "../helpers/screen.ts";
import { theWorld, type World } from "../helpers/world.ts";

describe("e2e - weaker match", () => {
  let world: World;
  let withoutHash: Project;

  before(async () => {
    world = await theWorld();
    withoutHash = await fixtureProject("no-metadata-hash");
  });
  beforeEach(() => world.reset());

  it("should be satisfied with a match where the code has no hash of its sources, unless more is asked", async () => {
    const counter = await withoutHash.artifact("contracts/Counter.sol", "Counter");
    const { address } = await deploy(world.chain, counter, { account: 18 });
    const { report, exitCode } = await verifyJson(withoutHash, [address]);
    assert.equal(exitCode, 0);
    const { outcome, match, expectedMatch } = only(report);
    assert.equal(outcome, "verified");
    assert.equal(match?.runtimeMatch, "match");
    assert.equal(expectedMatch?.runtime, "match");
    assert.isNotEmpty(expectedMatch?.reasons);

    const run = await verify(withoutHash, [address, "--min-match", "exact_match"]);
    assert.equal(run.exitCode, 1);
    expectGolden("cli/mismatch.txt", screenOf(run, withoutHash, world));
  });

  it("should not guess between two contracts that nothing tells apart", async () => {
    const pollux = await withoutHash.artifact("contracts/Twins.sol", "Pollux");
    const { address } = await deploy(world.chain, pollux);
    const { report, exitCode } = await verifyJson(withoutHash, [address]);
    assert.equal(exitCode, 1);
    assert.equal(only(report).outcome, "no-build");
    assert.equal(only(report).error?.code, "VC203");
    assert.isEmpty(world.verification.submissions);

    const named = await verifyJson(withoutHash, [address, "--contract", "Pollux"]);
    assert.equal(only(named.report).outcome, "verified");
    assert.equal(only(named.report).contract?.name, "Pollux");

    const castor = await withoutHash.artifact("contracts/Twins.sol", "Castor");
    const other = await deploy(world.chain, castor, { account: 1 });
    const picked = await verifyJson(withoutHash, [other.address, "--pick-identical"]);
    assert.equal(picked.exitCode, 0, JSON.stringify(only(picked.report).error));
    assert.equal(only(picked.report).match?.runtimeMatch, "match");
    assert.equal(only(picked.report).contract?.name, "Castor");
    assert.include(only(picked.report).expectedMatch?.reasons.join(), "Pollux");
  });

  it("should reach a match when a comment was changed and compiled since, and say why it is not exact", async () => {
    const many = await fixtureProject("many-contracts");
    const factory = await many.artifact("contracts/Factory.sol", "Factory");
    const { address } = await deploy(world.chain, factory, { account: 9 });
    // Without the older build, which would be found.
    const changed = await uncompiledProject("many-contracts");
    await changed.edit("contracts/Factory.sol", (text) =>
      text.replace("Creates contracts", "Makes contracts"),
    );
    await changed.build("contracts/Factory.sol");

    const refused = await verify(changed, [address, "--min-match", "exact_match"]);
    assert.equal(refused.exitCode, 1);
    expectGolden("cli/not-as-deployed.txt", withFixedAddress(screenOf(refused, changed, world), address));
    assert.isEmpty(world.verification.submissions);

    const { report, exitCode } = await verifyJson(changed, [address]);
    assert.equal(exitCode, 0);
    assert.equal(only(report).outcome, "verified");
    assert.equal(only(report).match?.runtimeMatch, "match");
    assert.equal(only(report).match?.creationMatch, "match");
    assert.match(only(report).expectedMatch?.reasons.join() ?? "", /metadata/);
    assert.isTrue(only(report).differences.some(({ kind }) => kind === "metadata"));
    assert.isFalse(only(report).differences.some(({ kind }) => kind === "code"));
  });

  it("should verify the code of a contract that another one created, and skip what nobody can know", async () => {
    const many = await fixtureProject("many-contracts");
    const factory = await deploy(world.chain, await many.artifact("contracts/Factory.sol", "Factory"));
    // create()
    const { logs } = await send(world.chain, 0, factory.address, "0xefc81a8c");
    const [child] = AbiCoder.defaultAbiCoder().decode(["address"], logs[0]?.data ?? "0x");

    const { report, exitCode } = await verifyJson(many, [String(child)]);
    const { outcome, contract, match, expectedMatch, checks } = only(report);
    assert.equal(exitCode, 0, JSON.stringify(only(report).error));
    assert.equal(outcome, "verified");
    assert.equal(contract?.name, "Child");
    assert.equal(match?.runtimeMatch, "exact_match");
    assert.equal(expectedMatch?.creation, "unknown");
    const creation = checks.find(({ id }) => id === "creation-code-chain");
    assert.equal(creation?.status, "skipped");
    assert.isNotEmpty(creation?.reason);
  });
});
