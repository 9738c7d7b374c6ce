import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { assert } from "chai";

import type { Report } from "../../src/report.ts";
import { verify, verifyJson } from "../helpers/cli.ts";
import { factsOf } from "../helpers/deployment-cases.ts";
import { recordedFacts } from "../helpers/deployments/expected.ts";
import { IGNITION_FOLDER, IGNITION_ID, writeManifest } from "../helpers/deployments/mixed-manifest.ts";
import { acceptedAddresses, type Stage, stageOf } from "../helpers/deployments/stage.ts";
import { type DevelopmentChain, startDevelopmentChain } from "../helpers/local/development-chain.ts";

const LIBRARY_CASE = "foundry-libraries";

describe("deployments - naming what is to be verified", () => {
  let stage: Stage;
  let byId: Report;
  before(async () => {
    stage = await stageOf("ignition");
    ({ report: byId } = await verifyJson(stage.project, ["deployments", IGNITION_ID], stage));
    stage.world.reset();
  });
  afterEach(() => stage.world.reset());
  after(() => stage[Symbol.asyncDispose]());
  const everything = recordedFacts("ignition").length;

  it("should take the id of an Ignition deployment", () => {
    assert.equal(byId.exitCode, 0);
    assert.deepEqual(byId.summary.outcomes, { verified: everything });
  });

  it("should take its path, and do nothing twice that is done or named twice", async () => {
    const names = [`./${IGNITION_FOLDER}`, IGNITION_ID, `${IGNITION_FOLDER}/journal.jsonl`];
    const { report } = await verifyJson(stage.project, ["deployments", ...names], stage);
    assert.deepEqual(report.summary.outcomes, { "already-verified": everything });
    assert.isEmpty(stage.world.verification.submissions);
    assert.isTrue(report.contracts.every(({ deployments }) => deployments.length === 1));
  });

  it("should take a manifest that mixes a deployment and a contract that no record names", async () => {
    const child = factsOf("ignition").contracts.find(({ name }) => name.endsWith(":Child"));
    assert(child !== undefined);
    await writeInputOf(stage, "contracts/Factory.sol", "factory.json");
    await writeManifest(stage, "all.yaml", {
      deployments: [IGNITION_ID],
      contracts: [
        {
          name: "the first child",
          address: child.address,
          contract: child.name,
          creationTransactionHash: child.creationTransactionHash,
          stdJsonInput: "factory.json",
          compilerVersion: "0.8.28+commit.7893614a",
        },
      ],
    });
    const { report } = await verifyJson(stage.project, ["deployments", "all.yaml", IGNITION_ID], stage);
    assert.equal(report.exitCode, 0, JSON.stringify(report.contracts[0]?.error));
    assert.deepEqual(report.summary.outcomes, { verified: 1, "already-verified": everything });
    assert.deepEqual(acceptedAddresses(stage.world), [child.address]);
    const [first] = report.contracts;
    assert.deepEqual(first?.deployments, [{ tool: "manifest", name: "the first child", file: "all.yaml" }]);
    const recorded = first?.checks.find(({ id }) => id === "recorded-transaction");
    assert.equal(recorded?.status, "passed");
  });

  it("should say which names there are where there is none like that", async () => {
    const run = await verify(stage.project, ["deployments", "chain-31338"], stage);
    assert.equal(run.exitCode, 2);
    assert.match(run.stderr, /^VC703 /);
    assert.include(
      run.stderr.replace(/\s+/g, " "),
      `Try: npx hardhat verify-contract deployments ${IGNITION_ID}`,
      run.stderr,
    );
    assert.isEmpty(stage.world.verification.requests);
  });

  describe("on another chain", () => {
    let chain: DevelopmentChain;
    before(async () => {
      chain = await startDevelopmentChain({ chainId: 296 });
    });
    after(() => chain.close());

    it("should be refused with both chain ids, and send nothing", async () => {
      const world = { ...stage.world, chain };
      const run = await verify(stage.project, ["deployments", IGNITION_ID], { world });
      assert.equal(run.exitCode, 2);
      assert.match(run.stderr, /^VC702 .*chain 31337.*\n?.*chain 296/);
      assert.isEmpty(stage.world.verification.requests);
    });

    it("should say that nothing of it is there, and of which chains something is", async () => {
      const world = { ...stage.world, chain };
      const run = await verify(stage.project, ["deployments"], { world });
      assert.equal(run.exitCode, 2);
      assert.match(run.stderr, /^VC701 .*chain 296/);
      assert.match(run.stderr, /Of chains +31337\n/);
      assert.isEmpty(stage.world.verification.requests);
    });
  });
});

/** Ignition keeps the artifacts of what it deployed, and not of what that can create; of it the input is what there is. */
async function writeInputOf({ project }: Stage, source: string, file: string): Promise<void> {
  const folder = join(project.root, IGNITION_FOLDER, "build-info");
  for (const name of await readdir(folder)) {
    const { input } = JSON.parse(await readFile(join(folder, name), "utf8"));
    if (`project/${source}` in input.sources)
      await writeFile(join(project.root, file), JSON.stringify(input));
  }
}

describe("deployments - naming what other tools deployed", () => {
  /** Dry runs: whether it can be verified is another test's. */
  async function found(stage: Stage, name: string): Promise<Report> {
    const { report } = await verifyJson(stage.project, ["deployments", name, "--dry-run"], stage);
    assert.equal(report.exitCode, 0);
    return report;
  }

  it("should take the network of hardhat-deploy, and its path", async () => {
    await using stage = await stageOf("hardhat-deploy-v2");
    const named = await found(stage, "development");
    assert.lengthOf(named.contracts, recordedFacts("hardhat-deploy-v2").length);
    const byPath = await found(stage, "deployments/development");
    assert.deepEqual(
      byPath.contracts.map(({ deployments }) => deployments),
      named.contracts.map(({ deployments }) => deployments),
    );
  });

  it("should take the broadcast of a script, and all of a chain", async () => {
    await using stage = await stageOf(LIBRARY_CASE);
    for (const name of ["broadcast/DeployLedger.s.sol/31337", "broadcast"]) {
      const { contracts } = await found(stage, name);
      assert.lengthOf(contracts, recordedFacts(LIBRARY_CASE).length, name);
    }
  });
});
