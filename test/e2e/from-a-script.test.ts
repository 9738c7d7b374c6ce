import { assert } from "chai";

import type { Report } from "../../src/report.ts";
import { only, startHardhat } from "../helpers/cli.ts";
import { deploy } from "../helpers/deploy.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import { parseReport } from "../helpers/report-schema.ts";
import { assertExact } from "../helpers/verdicts.ts";
import { theWorld, type World } from "../helpers/world.ts";

describe("e2e - from a script", () => {
  let world: World;
  let demo: Project;

  before(async () => {
    world = await theWorld();
    demo = await fixtureProject("demo");
  });
  beforeEach(() => world.reset());

  it("should return the report as data", async () => {
    const { address } = await deploy(world.chain, await demo.artifact("contracts/Shares.sol", "Shares"));
    assertExact(await reportFromScript(address));
  });

  it("should leave the exit code and the console alone also when a contract does not match", async () => {
    const other = await fixtureProject("many-contracts");
    const { address } = await deploy(world.chain, await other.artifact("contracts/Tally.sol", "Tally"));
    const report = await reportFromScript(address);
    assert.equal(only(report).outcome, "no-build");
    assert.equal(report.exitCode, 1);
  });

  async function reportFromScript(address: string): Promise<Report> {
    const { ended } = await startHardhat(demo, ["run", "scripts/verify.ts", "--no-compile"], {
      env: { ADDRESS: address },
    });
    const { exitCode, stdout, stderr } = await ended;
    assert.equal(exitCode, 0, stderr);
    assert.equal(stderr, "");
    // The script's own line is all that is on stdout.
    const { report, exitCode: inside } = JSON.parse(stdout) as { report: Report; exitCode: number | null };
    assert.isNull(inside);
    return parseReport(JSON.stringify(report));
  }
});
