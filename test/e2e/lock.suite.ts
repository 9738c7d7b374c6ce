import { access, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { assert } from "chai";
import { type CliRun, startHardhat, verify } from "../helpers/cli.ts";
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
  const hasLock = (): Promise<boolean> =>
    access(path.join(project.root, LOCK)).then(
      () => true,
      () => false,
    );

  it("should not be written with unverified contracts", async () => {
    const refused = await run("lock");
    assert.equal(refused.exitCode, 1);
    assert.isFalse(await hasLock());
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

  it("should name one command that accepts all drifted contracts, even two of one name", async () => {
    const twin = await project.copy();
    await writeFile(
      path.join(twin.root, LOCK),
      (await lockFile()).replaceAll('"name": "Box"', '"name": "BoxProxy"'),
    );
    const runTwin = (...args: readonly string[]) => verify(twin, args, { world });
    const [before, proxyCode] = await Promise.all(
      [box, proxy].map(({ address }) => world.chain.request("eth_getCode", address, "latest")),
    );
    await world.chain.request("hardhat_setCode", box.address, "0x6001600155");
    await world.chain.request("hardhat_setCode", proxy.address, "0x6001600155");
    const { contracts, accept } = parseReport((await runTwin("check", "--locked", "--json")).stdout);
    const outcomes = contracts.map(({ outcome }) => outcome);
    assert.deepEqual(outcomes, ["drifted", "drifted"]);
    // The edited name isn't repeated, because no record has it.
    assert.match(accept ?? "", /verify-contract lock .*--update Box(Proxy)?,Box(Proxy)?$/);
    const accepted = await runTwin("lock", "--update", "BoxProxy", "--allow-unverified");
    assert.equal(accepted.exitCode, 0, accepted.stdout + accepted.stderr);
    assert.match(
      accepted.stdout,
      /2 changed, 0 removed\.\n {2}Changed: Box \(.*\bcode\b.*\) and BoxProxy \(.*\bcode\b.*\)/,
    );
    await world.chain.request("hardhat_setCode", box.address, before);
    await world.chain.request("hardhat_setCode", proxy.address, proxyCode);
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

  it("should be written and compared by a program, which also runs a preflight", async () => {
    const script = `import hre from "hardhat";
import { checkContracts, lock, preflight } from "hardhat-verify-contract/verify";
const reports = [await preflight({ contracts: ["Box"] }, hre), await lock({}, hre), await checkContracts({ locked: true }, hre)];
console.log(JSON.stringify(reports.map(({ contracts, exitCode }) => [contracts.length, exitCode])));
`;
    const copy = await project.copy();
    await rm(path.join(copy.root, LOCK));
    await writeFile(path.join(copy.root, "fleet.ts"), script);
    const { ended } = await startHardhat(copy, ["run", "fleet.ts", "--no-compile"], { world });
    const { stdout, stderr } = await ended;
    assert.equal(stdout.trim(), "[[1,0],[2,0],[2,0]]", stderr);
    const timeless = (text: string): string => text.replaceAll(/"lockedAt": "[^"]*"/g, "");
    const written = await readFile(path.join(copy.root, LOCK), "utf8");
    assert.equal(timeless(written), timeless(await lockFile()));
  });
});
