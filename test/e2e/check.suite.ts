import { rm } from "node:fs/promises";

import { assert } from "chai";

import { type CliRun, only, startHardhat, verifyJson } from "../helpers/cli.ts";
import { type Deployed, deploy } from "../helpers/deploy.ts";
import { expectGolden } from "../helpers/golden.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import { parseReport } from "../helpers/report-schema.ts";
import { screenOf } from "../helpers/screen.ts";
import { theWorld, type World } from "../helpers/world.ts";

/** Of a compiler that the project does not have. */
const _NOT_HERE = "0.8.27+commit.40a35a09";

describe("e2e - verify-contract check", () => {
  let world: World;
  let project: Project;
  let verified: Deployed;

  before(async () => {
    world = await theWorld();
    project = await fixtureProject("many-contracts");
    verified = await deploy(world.chain, await project.artifact("contracts/Factory.sol", "Factory"), {
      account: 8,
    });
    await verifyJson(project, [verified.address]);
  });
  beforeEach(() => world.reset());

  const check = async (of: Project, ...args: readonly string[]): Promise<CliRun> =>
    (await startHardhat(of, ["verify-contract", "check", ...args])).ended;
  const checkJson = async (of: Project, ...args: readonly string[]) => {
    const run = await check(of, ...args, "--json");
    return { ...run, report: parseReport(run.stdout) };
  };
  const statusOf = ({ checks }: ReturnType<typeof only>, id: string) =>
    checks.find((each) => each.id === id)?.status;

  it("should confirm what is verified, and submit nothing", async () => {
    const run = await check(project, verified.address);
    assert.equal(run.exitCode, 0, run.stdout + run.stderr);
    assert.isEmpty(world.verification.submissions);
    expectGolden("cli/check.txt", screenOf(run, project, world));
  });

  it("should work without any build, on what the record shows and the chain confirms", async () => {
    const bare = await project.copy();
    await rm(`${bare.root}/artifacts`, { recursive: true });
    const { report, exitCode } = await checkJson(bare, verified.address);
    const contract = only(report);
    assert.equal(exitCode, 0, JSON.stringify(contract.error));
    assert.equal(contract.outcome, "already-verified");
    assert.isNull(contract.contract);
    assert.equal(statusOf(contract, "metadata-hash"), "passed");
    assert.equal(statusOf(contract, "runtime-code-chain"), "passed");
    assert.equal(statusOf(contract, "recompiled-code"), "skipped");
  });

  it("should compile what is on record with --recompile, and find the code that is on chain", async () => {
    const { report, exitCode } = await checkJson(project, verified.address, "--recompile");
    assert.equal(exitCode, 0, JSON.stringify(only(report).error));
    assert.equal(statusOf(only(report), "recompiled-here"), "passed");
  });

  it("should ask the query service at a consensus timestamp", async () => {
    const at = `${Math.floor(Date.now() / 1000) + 3600}.000000001`;
    const { report } = await checkJson(project, verified.address, "--at", at);
    assert.isTrue(world.query.requests.some(({ path }) => path.includes(`timestamp=${at}`)));
    assert.notEqual(statusOf(only(report), "query-address"), "failed");
  });
});
