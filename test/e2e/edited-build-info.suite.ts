import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { assert } from "chai";

import { only, verify, verifyJson } from "../helpers/cli.ts";
import { type Deployed, deploy } from "../helpers/deploy.ts";
import { expectGolden } from "../helpers/golden.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import { screenOf } from "../helpers/screen.ts";
import { theWorld, type World } from "../helpers/world.ts";

const FILE = "contracts/Factory.sol";
const NAME = "Factory";

describe("e2e - a build-info of Hardhat 3 that was edited after compiling", () => {
  let world: World;
  let edited: Project;
  let deployed: Deployed;

  before(async () => {
    world = await theWorld();
    const project = await fixtureProject("many-contracts");
    edited = await project.copy();
    await editSource(edited);
    deployed = await deploy(world.chain, await project.artifact(FILE, NAME), { account: 6 });
  });
  beforeEach(() => world.reset());

  it("should expect no exact match in a dry run, and say why", async () => {
    const run = await verify(edited, [deployed.address, "--dry-run"]);
    assert.equal(run.exitCode, 0);
    expectGolden("cli/dry-run-edited.txt", screenOf(run, edited, world));
    const { report } = await verifyJson(edited, [deployed.address, "--dry-run"]);
    const { expectedMatch } = only(report);
    assert.equal(expectedMatch?.runtime, "unknown");
    assert.equal(expectedMatch?.creation, "unknown");
  });

  it("should send no further files after a match that is not exact", async () => {
    const { report } = await verifyJson(edited, [deployed.address]);
    const { match, expectedMatch, submitted } = only(report);
    assert.equal(match?.runtimeMatch, "match");
    assert.lengthOf(submitted, 1);
    assert.lengthOf(world.verification.submissions, 1);
    assert.equal(expectedMatch?.runtime, "unknown");
  });
});

/** A comment alone: it compiles to the same code, with another metadata hash. */
async function editSource(project: Project): Promise<void> {
  const { buildInfoId } = JSON.parse(await project.read(`artifacts/${FILE}/${NAME}.json`)) as {
    buildInfoId: string;
  };
  const file = `artifacts/build-info/${buildInfoId}.json`;
  const buildInfo = JSON.parse(await project.read(file)) as {
    input: { sources: Record<string, { content: string }> };
  };
  const source = buildInfo.input.sources[`project/${FILE}`];
  assert.isDefined(source);
  if (source !== undefined) source.content += "// edited\n";
  await writeFile(join(project.root, file), JSON.stringify(buildInfo));
}
