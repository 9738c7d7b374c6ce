import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { assert } from "chai";
import { type CliRun, verify } from "../helpers/cli.ts";
import { type Deployed, deploy } from "../helpers/deploy.ts";
import { writeHardhatDeploy } from "../helpers/deployments/hardhat-deploy.ts";
import { expectGolden } from "../helpers/golden.ts";
import { heldFor } from "../helpers/held-for.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import { parseReport } from "../helpers/report-schema.ts";
import { screenOf } from "../helpers/screen.ts";
import { privateWorld } from "../helpers/world.ts";

const LOCK = "verify-contract.lock.json";

describe("e2e - the lock file", () => {
  const world = heldFor(() => privateWorld());
  let project: Project;
  let box: Deployed;
  let proxy: Deployed;

  before(async () => {
    project = await (await fixtureProject("proxies")).copy();
    box = await deploy(world.chain, await project.artifact("contracts/Box.sol", "Box"), { account: 1 });
    const artifact = await project.artifact("contracts/Proxies.sol", "BoxProxy");
    proxy = await deploy(world.chain, artifact, { account: 2, args: [box.address] });
    await writeHardhatDeploy(project, "localhost", 31337, { Box: box, BoxProxy: proxy });
  });
  beforeEach(() => world.reset());

  /** One at a time keeps the lines in order. */
  const run = (...args: readonly string[]): Promise<CliRun> =>
    verify(project, args, { world, config: { ...world.config, concurrency: 1 } });
  const screen = (shown: CliRun): string =>
    screenOf(shown, project, world)
      .replace(/ +\d+(\.\d+)? m?s$/gm, "  1.4 s")
      .replace(/\d{4}-\d\d-\d\d/g, "2026-11-22");
  const lockFile = (): Promise<string> => readFile(path.join(project.root, LOCK), "utf8");

  it("should not be written with unverified contracts", async () => {
    const refused = await run("lock");
    assert.equal(refused.exitCode, 1);
    assert.isFalse(existsSync(path.join(project.root, LOCK)));
    expectGolden("cli/lock-refused.txt", screen(refused));

    const allowed = await run("lock", "--allow-unverified");
    assert.equal(allowed.exitCode, 0, allowed.stdout + allowed.stderr);
    assert.lengthOf((await lockFile()).match(/"unverified"/g) ?? [], 2);
    await rm(path.join(project.root, LOCK));
  });

  it("should be written with what a check proves of every contract, and stay the same when written again", async () => {
    assert.equal((await run("deployments")).exitCode, 0);
    world.reset();
    const written = await run("lock");
    assert.equal(written.exitCode, 0, written.stdout + written.stderr);
    assert.isEmpty(world.verification.submissions);
    expectGolden("cli/lock.txt", screen(written));
    const text = await lockFile();
    assert.match(text, /"name": "BoxProxy".*"implementation": "0x[0-9a-fA-F]{40}"/);
    await run("lock");
    assert.equal(await lockFile(), text);
  });

  it("should not be written when a service doesn't answer, not even with --allow-unverified", async () => {
    const before = await lockFile();
    world.verification.answer = () => ({ status: 503, body: {} });
    const cut = await run("lock");
    assert.equal(cut.exitCode, 3, cut.stdout + cut.stderr);
    assert.match(cut.stdout, /^VC716 .*not written: 2 of 2 contracts/m);
    const { exitCode, stdout } = await run("lock", "--allow-unverified", "--json");
    assert.deepEqual([exitCode, parseReport(stdout).error?.code], [3, "VC716"]);
    assert.equal(await lockFile(), before);
  });
});
