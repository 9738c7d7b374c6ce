import { assert } from "chai";

import { only, verify, verifyJson } from "../helpers/cli.ts";
import { deploy } from "../helpers/deploy.ts";
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
});
