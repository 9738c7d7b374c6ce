import { assert } from "chai";
import { only, verify, verifyJson } from "../helpers/cli.ts";
import { deploy } from "../helpers/deploy.ts";
import { expectRecording } from "../helpers/golden.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import { screenOf, withFixedAddress } from "../helpers/screen.ts";
import { theWorld, type World } from "../helpers/world.ts";

describe("e2e - which build", () => {
  let world: World;
  let many: Project;

  before(async () => {
    world = await theWorld();
    many = await fixtureProject("many-contracts");
  });
  beforeEach(() => world.reset());

  it("should name the nearest candidates when no build has the code, and submit nothing", async () => {
    const changed = await many.copy();
    await changed.edit("contracts/second/Registry.sol", (text) => text.replaceAll("taken", "owned"));
    await changed.build();
    const artifact = await changed.artifact("contracts/second/Registry.sol", "Registry");
    const { address } = await deploy(world.chain, artifact, { account: 17 });

    const run = await verify(many, [address], { env: { FORCE_COLOR: "1", NO_COLOR: "" } });
    assert.equal(run.exitCode, 1);
    assert.isEmpty(world.verification.submissions);
    expectRecording("cli/no-build", withFixedAddress(screenOf(run, many, world), address), (text) => text);

    const { report } = await verifyJson(many, [address]);
    const [nearest] = only(report).candidates;
    assert.deepEqual([only(report).outcome, only(report).error?.code], ["no-build", "VC204"]);
    assert.equal(nearest?.fullyQualifiedName, "contracts/second/Registry.sol:Registry");
    assert.isTrue(nearest?.differences.some(({ kind }) => kind === "code"));
  });
});
