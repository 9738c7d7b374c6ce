import { cp } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { assert } from "chai";
import { REPORT_FORMATS } from "../../../src/internal/render/formats.ts";
import type { Report } from "../../../src/report.ts";
import { manyContracts, PLAN } from "../../helpers/batch-reports.ts";
import { only } from "../../helpers/cli.ts";
import { BOX } from "../../helpers/contracts.ts";
import { deploy } from "../../helpers/deploy.ts";
import { caseFolder } from "../../helpers/deployments/fixtures.ts";
import { replayDeployments } from "../../helpers/replay-deployments.ts";
import { reportOf } from "../../helpers/report-parts.ts";
import { parsePreflightReport, parseReport } from "../../helpers/report-schema.ts";
import { type PrivateWorld, privateWorld } from "../../helpers/world.ts";
// In one file, because both tests install into the same folder.
import "./configurations.ts";
import { COMPILER_OF_PROXIES } from "../../helpers/deployments/stage.ts";
import { Hardhat2Project } from "./project.ts";

const TESTNET = ["--network", "testnet"];
const NOWHERE = "0x000000000000000000000000000000000000dEaD";

function matchOf(report: Report): string | null | undefined {
  return only(report).match?.runtimeMatch;
}

describe("Hardhat 2 - a project", () => {
  let world: PrivateWorld;
  let project: Hardhat2Project;
  let address: string;

  before(async () => {
    world = await privateWorld(undefined, { compilers: [COMPILER_OF_PROXIES] });
    project = await Hardhat2Project.of({ "contracts/Box.sol": BOX });
    const status = { url: world.services.status.url };
    const config = JSON.stringify({ ...world.config, status });
    project.use({ RPC_URL: world.chain.rpcUrl, TEST_VERIFY_CONTRACT: config });
    const filter = (file: string) => !file.endsWith("artifacts");
    await cp(caseFolder("hardhat-deploy-v1"), project.root, { recursive: true, filter });
    await replayDeployments(world.chain, "hardhat-deploy-v1");
    const compiled = await project.hardhat(["compile"]);
    assert.equal(compiled.exitCode, 0, compiled.stderr);
    const box = await project.artifact("contracts/Box.sol", "Box");
    ({ address } = await deploy(world.chain, box, { args: [7, "seven"], account: 1 }));
  });
  beforeEach(() => world.reset());
  after(async () => {
    await project?.[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });

  describe("on the command line", () => {
    it("should deliver a large report completely to a slow reader, with its exit code", async () => {
      const many = reportOf(manyContracts(400), 0, { shard: { index: 1, count: 1, plan: PLAN } });
      await project.write({ "large.json": REPORT_FORMATS.json(many) });
      const { child, ended } = project.start(["verify-contract:merge", "large.json", "--json"]);
      // A paused stream isn't read, and a pipe holds 64 kB.
      child.stdout?.pause();
      await sleep(6000);
      child.stdout?.resume();
      const run = await ended;
      assert.isAbove(run.stdout.length, 1_000_000);
      assert.equal(parseReport(run.stdout).exitCode, run.exitCode);
    });

    it("should print neither a key in the node's URL nor the network's headers", async () => {
      const env = { RPC_URL: "http://127.0.0.1:9/v3/0123456789abcdef0123456789abcdef" };
      const run = await project.hardhat(["verify-contract", address, "--network", "secret"], env);
      assert.equal(run.exitCode, 3);
      assert.notMatch(run.stdout + run.stderr, /0123456789abcdef|token-of-the-node/);
    });
  });

  describe("from a program", () => {
    it("should return the report to hre.run, and print the command's output", async () => {
      const run = await script(`
        const report = await hre.run("verify-contract", { address: "${address}", require: ["metadata-hash"], timeout: 60 });
        console.log(JSON.stringify(report));`);
      assert.equal(run.exitCode, 0, run.stderr);
      assert.equal(matchOf(parseReport(run.stdout.trim().split("\n").at(-1) ?? "")), "exact_match");
      assert.include(run.stdout, "Box");
    });

    it("should give a script that ignores the report the command's exit code", async () => {
      const run = await script(`await hre.run("verify-contract", { address: "${NOWHERE}" });`);
      assert.notEqual(run.exitCode, 0);
    });

    for (const entry of ["hardhat-verify-contract/hardhat2", "hardhat-verify-contract/verify"])
      it(`should return verifyContract's report, and print nothing: ${entry}`, async () => {
        const run = await script(`
          const { checkContract, checkContracts, lock, preflight, verifyContract } = require("${entry}");
          const report = await verifyContract({ address: "${address}" }, hre);
          const checked = await checkContract({ address: "${address}" }, hre);
          const before = await preflight({ contracts: ["Box"] }, hre);
          const locked = await lock({ targets: ["${address}"] }, hre);
          const compared = await checkContracts({ locked: true, targets: ["${address}"] }, hre);
          const outcomes = [locked, compared].map(({ contracts: [first] }) => first.outcome);
          console.log(JSON.stringify([report, checked, process.exitCode ?? null, before, outcomes]));`);
        const [report, checked, exitCode, before, outcomes] = JSON.parse(run.stdout);
        assert.equal(parsePreflightReport(JSON.stringify(before)).contracts.length, 1);
        assert.deepEqual(outcomes, ["already-verified", "as-locked"]);
        assert.equal(matchOf(parseReport(JSON.stringify(report))), "exact_match");
        assert.equal(checked.exitCode, 0);
        assert.isNull(exitCode);
      });

    for (const [when, text] of [
      [
        "even if a program loads it before Hardhat",
        `const { verifyContract, VerifyContractError } = require("hardhat-verify-contract/hardhat2");
          if (typeof verifyContract !== "function" || typeof VerifyContractError !== "function") process.exit(1);`,
      ],
      [
        "again after a reset of Hardhat's context",
        'require("hardhat");\nrequire("hardhat/plugins-testing").resetHardhatContext();',
      ],
    ] as const)
      it(`should register its tasks ${when}`, async () => {
        const print = 'console.log(Object.keys(require("hardhat").tasks).includes("verify-contract"));';
        await project.write({ "tasks.js": `${text}\n${print}` });
        assert.equal((await project.node(["tasks.js"])).stdout.trim(), "true");
      });

    it("should run from `hardhat run`", async () => {
      await project.write({
        "scripts/verify.js": `const hre = require("hardhat");
          hre.run("verify-contract:check", { address: "${address}", json: true }).then(({ exitCode }) => console.error(exitCode));`,
      });
      const run = await project.hardhat(["run", "scripts/verify.js", "--no-compile", ...TESTNET]);
      assert.equal(parseReport(run.stdout).exitCode, 0, run.stderr);
      assert.match(run.stderr, /0\n$/);
    });

    async function script(body: string) {
      const text = `const hre = require("hardhat");
          (async () => {${body}})().catch((error) => { console.error(error); process.exitCode = 99; });`;
      await project.write({ "script.js": text });
      return project.node(["script.js"], { HARDHAT_NETWORK: "testnet" });
    }
  });
});
