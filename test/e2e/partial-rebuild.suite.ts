import { assert } from "chai";

import { verifyJson } from "../helpers/cli.ts";
import { deploy } from "../helpers/deploy.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import { submissionOf } from "../helpers/submission.ts";
import { assertExact } from "../helpers/verdicts.ts";
import { theWorld, type World } from "../helpers/world.ts";

const FILE = "contracts/Factory.sol";

describe("e2e - a partial rebuild", () => {
  let world: World;
  /** Everything compiled at once. */
  let whole: Project;
  /** The same sources, of which one file was compiled again alone. */
  let partial: Project;

  before(async () => {
    world = await theWorld();
    whole = await fixtureProject("many-contracts");
    partial = await whole.copy();
    const comment = "// changed for a while\n";
    await partial.edit(FILE, (text) => `${text}${comment}`);
    await partial.build();
    await partial.edit(FILE, (text) => text.replace(comment, ""));
    await partial.build();
  });
  beforeEach(() => world.reset());

  it("should restore the remappings of the whole build, and store an exact match", async () => {
    const remappings = await remappingsOf(whole);
    assert.isNotEmpty(remappings);
    assert.isEmpty(await remappingsOf(partial), "there is something to restore");
    const { address } = await deploy(world.chain, await whole.artifact(FILE, "Factory"), { account: 4 });
    const { report } = await verifyJson(partial, [address]);
    assertExact(report);
    assert.deepEqual(submissionOf(world).stdJsonInput.settings.remappings, remappings);
  });

  it("should leave out the remappings that only the whole build has", async () => {
    const { address } = await deploy(world.chain, await partial.artifact(FILE, "Factory"), { account: 4 });
    const { report } = await verifyJson(whole, [address]);
    assertExact(report);
    assert.isEmpty(submissionOf(world).stdJsonInput.settings.remappings);
  });
});

async function remappingsOf(project: Project): Promise<unknown> {
  const { buildInfoId } = JSON.parse(await project.read("artifacts/contracts/Factory.sol/Factory.json")) as {
    buildInfoId: string;
  };
  const { input } = JSON.parse(await project.read(`artifacts/build-info/${buildInfoId}.json`)) as {
    input: { settings: { remappings?: unknown } };
  };
  return input.settings.remappings ?? [];
}
