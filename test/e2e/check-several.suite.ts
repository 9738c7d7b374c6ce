import { writeFile } from "node:fs/promises";
import path from "node:path";
import { assert } from "chai";
import { type CliRun, verify, verifyJson } from "../helpers/cli.ts";
import { type Deployed, deploy } from "../helpers/deploy.ts";
import { expectGolden } from "../helpers/golden.ts";
import { heldFor } from "../helpers/held-for.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import { parseReport } from "../helpers/report-schema.ts";
import { screenOf } from "../helpers/screen.ts";
import { privateWorld } from "../helpers/world.ts";

describe("e2e - verify-contract check over several contracts", () => {
  const world = heldFor(() => privateWorld());
  let project: Project;
  let counter: Deployed;
  let factory: Deployed;
  /** Has no record. */
  let fresh: Deployed;

  before(async () => {
    project = await (await fixtureProject("many-contracts")).copy();
    const ofCounter = await project.artifact("contracts/Counter.sol", "Counter");
    counter = await deploy(world.chain, ofCounter, { account: 1 });
    factory = await deploy(world.chain, await project.artifact("contracts/Factory.sol", "Factory"), {
      account: 2,
    });
    fresh = await deploy(world.chain, ofCounter, { account: 3 });
    await write("deployments.json", {
      schema: "verify-contract-deployments/1",
      contracts: [
        { name: "the counter", address: counter.address, creationTransactionHash: counter.transactionHash },
        { name: "the factory", address: factory.address },
      ],
    });
    const { report } = await verifyJson(project, ["deployments", "deployments.json"], options());
    assert.deepEqual([report.exitCode, report.command], [0, "deployments"]);
  });
  beforeEach(() => world.reset());

  const write = (file: string, value: unknown): Promise<void> =>
    writeFile(path.join(project.root, file), JSON.stringify(value));
  /** One at a time keeps the lines in order. */
  const options = () => ({ world, config: { ...world.config, concurrency: 1 } });
  const check = (...args: readonly string[]): Promise<CliRun> =>
    verify(project, ["check", ...args], options());
  const screen = (run: CliRun): string =>
    screenOf(run, project, world).replace(/ +\d+(\.\d+)? m?s$/gm, "  1.4 s");
  const checkJson = async (...args: readonly string[]) =>
    parseReport((await check(...args, "--json")).stdout);

  it("should accept addresses and deployments together, and check a contract in both once", async () => {
    const run = await check("deployments.json", counter.address, fresh.address);
    assert.equal(run.exitCode, 1, run.stdout + run.stderr);
    assert.isEmpty(world.verification.submissions);
    expectGolden("cli/check-several-failing.txt", screen(run));
    const report = await checkJson("deployments.json", counter.address, fresh.address);
    const found = report.contracts.map(({ target, deployments }) => [target.address, deployments.length]);
    assert.deepEqual(found, [
      [counter.address, 1],
      [factory.address, 1],
      [fresh.address, 0],
    ]);
    assert.equal(report.command, "check");
  });
});
