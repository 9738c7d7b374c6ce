import path from "node:path";
import { assert } from "chai";
import { startHardhat } from "../helpers/cli.ts";
import { type Deployed, deploy } from "../helpers/deploy.ts";
import { comparable } from "../helpers/evidence/record-pipeline.ts";
import { expectGolden } from "../helpers/golden.ts";
import { OFFLINE, plain } from "../helpers/plain-cli.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import { parseReport } from "../helpers/report-schema.ts";
import { screenOf } from "../helpers/screen.ts";
import { theWorld, type World } from "../helpers/world.ts";

describe("e2e - evidence", () => {
  let world: World;
  let project: Project;
  let deployed: Deployed;

  before(async () => {
    world = await theWorld();
    project = await (await fixtureProject("many-contracts")).copy();
    deployed = await deploy(world.chain, await project.artifact("contracts/Factory.sol", "Factory"), {
      account: 14,
    });
  });

  const hardhat = async (...words: readonly string[]) =>
    (await startHardhat(project, ["verify-contract", ...words])).ended;

  it("should replay to the same report on every command line, without a network", async () => {
    const run = await hardhat(deployed.address, "--evidence", "run.evidence.gz", "--json");
    assert.equal(run.exitCode, 0, run.stdout + run.stderr);
    const recorded = comparable(parseReport(run.stdout));
    const file = path.join(project.root, "run.evidence.gz");
    const again = await plain(project.root, ["replay", file, "--json"], OFFLINE);
    assert.equal(again.exitCode, 0, again.stderr);
    assert.deepEqual(comparable(parseReport(again.stdout)), recorded);
    const ofHardhat = await hardhat("replay", file, "--json");
    assert.equal(ofHardhat.exitCode, 0, ofHardhat.stderr);
    assert.deepEqual(comparable(parseReport(ofHardhat.stdout)), recorded);
  });

  it("should say first what a replay rests on", async () => {
    const check = await hardhat("check", deployed.address, "--evidence", "check.evidence.gz");
    assert.equal(check.exitCode, 0, check.stdout + check.stderr);
    const run = await hardhat("replay", "check.evidence.gz");
    assert.equal(run.exitCode, 0, run.stdout + run.stderr);
    const shown = screenOf(run, project, world).replace(/recorded .{16} UTC/, "recorded <time>");
    expectGolden("cli/replay.txt", shown);
  });
});
