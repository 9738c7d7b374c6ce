import { rm } from "node:fs/promises";
import path from "node:path";

import { assert } from "chai";

import type { Report } from "../../src/report.ts";
import { type CliOptions, type CliRun, startHardhat, verify } from "../helpers/cli.ts";
import { ALPHA, BETA, type FleetStage, fleetScreen, fleetStage } from "../helpers/fleet.ts";
import { expectGolden } from "../helpers/golden.ts";
import { parseReport } from "../helpers/report-schema.ts";

/** A port on which nothing listens. */
const NOWHERE = "http://127.0.0.1:9";
const NO_CODE = "0x00000000000000000000000000000000000000aa";

describe("e2e - verify-contract --all-networks, over two chains", () => {
  let stage: FleetStage;

  before(async () => {
    stage = await fleetStage();
    const { report } = await runJson("deployments", "--all-networks");
    assert.equal(report.exitCode, 0, JSON.stringify(report.error));
    assert.equal(report.summary.outcomes.verified, 4);
  });
  beforeEach(() => {
    stage.alpha.reset();
    stage.beta.reset();
  });
  after(() => stage[Symbol.asyncDispose]());

  const optionsWith = (networks: Readonly<Record<string, object>> = {}): CliOptions => ({
    world: stage.alpha,
    config: stage.config,
    network: null,
    networks: { ...stage.networks, ...networks },
  });
  const run = (...args: readonly string[]): Promise<CliRun> => verify(stage.project, args, optionsWith());
  const runJson = async (...args: readonly string[]) => {
    const ran = await run(...args, "--json");
    return { ...ran, report: parseReport(ran.stdout) };
  };
  const checkWith = async (networks: Readonly<Record<string, object>>, ...args: readonly string[]) => {
    const ran = await verify(
      stage.project,
      ["check", "--all-networks", ...args, "--report", "json=report.json"],
      optionsWith(networks),
    );
    return { ...ran, report: parseReport(await stage.project.read("report.json")) };
  };
  const submissions = (): number =>
    stage.alpha.verification.submissions.length + stage.beta.verification.submissions.length;
  const outcomesOn = ({ contracts }: Report, chainId: number) =>
    contracts.flatMap(({ network, outcome }) => (network?.chainId === chainId ? [outcome] : []));
  const screen = (ran: CliRun): string => fleetScreen(ran, stage);

  it("should check the contracts of both chains in one run, and submit nothing", async () => {
    const ran = await checkWith({});
    assert.equal(ran.exitCode, 0, ran.stdout + ran.stderr);
    assert.equal(submissions(), 0);
    expectGolden("cli/all-networks.txt", screen(ran));
    const { report } = ran;
    assert.isNull(report.network);
    assert.deepEqual(
      report.networks?.map(({ name, chainId }) => [name, chainId]),
      [
        ["alpha", ALPHA],
        ["beta", BETA],
      ],
    );
    // The same address on both chains is two contracts.
    assert.equal(report.contracts.filter(({ target }) => target.address === stage.counter.address).length, 2);
    assert.lengthOf(outcomesOn(report, ALPHA), 2);
    assert.lengthOf(outcomesOn(report, BETA), 2);
  });

  it("should end with 3 for the chain whose node is lost, and with what is true for the other", async () => {
    const beta = { type: "http", chainType: "l1", url: NOWHERE, chainId: BETA };
    const ran = await checkWith({ beta });
    assert.equal(ran.exitCode, 3, ran.stdout + ran.stderr);
    assert.deepEqual(outcomesOn(ran.report, ALPHA), ["already-verified", "already-verified"]);
    assert.deepEqual(outcomesOn(ran.report, BETA), ["unavailable", "unavailable"]);
    assert.isTrue(ran.report.contracts.slice(2).every(({ error }) => error?.code === "VC302"));
    expectGolden("cli/all-networks-node-lost.txt", screen(ran));
  });

  it("should end with 3 where a node does not say its chain, unless every chain has another", async () => {
    const beta = { type: "http", chainType: "l1", url: "http://127.0.0.2:9" };
    const lost = await checkWith({ beta: { ...beta, url: "http://nowhere.invalid" } });
    assert.equal(lost.exitCode, 3, lost.stdout + lost.stderr);
    assert.equal(lost.report.error?.code, "VC302");
    assert.lengthOf(lost.report.contracts, 2);
    const gamma = { ...beta, url: "http://nowhere.invalid" };
    const covered = await checkWith({ gamma });
    assert.equal(covered.exitCode, 0, covered.stdout + covered.stderr);
    assert.include(covered.stdout, "left out gamma");
  });

  it("should name a contract that is missing from its chain, whatever the other has", async () => {
    await stage.record("beta", "Lost", { address: NO_CODE, transactionHash: `0x${"1".repeat(64)}` });
    try {
      const ran = await checkWith({});
      assert.equal(ran.exitCode, 1, ran.stdout + ran.stderr);
      assert.include(outcomesOn(ran.report, BETA), "not-deployed");
      assert.deepEqual(outcomesOn(ran.report, ALPHA), ["already-verified", "already-verified"]);
      expectGolden("cli/all-networks-missing.txt", screen(ran));
      const bailed = await checkWith({}, "--bail");
      assert.equal(bailed.exitCode, 1);
      assert.isTrue(
        bailed.report.contracts.every(
          ({ outcome }) => outcome !== "not-tried" || bailed.report.summary.outcomes["not-deployed"] === 1,
        ),
      );
    } finally {
      await rm(path.join(stage.project.root, "deployments", "beta", "Lost.json"));
    }
  });

  it("should start nothing on any chain after the first failure of one, with --bail", async () => {
    const beta = { type: "http", chainType: "l1", url: NOWHERE, chainId: BETA };
    const { report } = await checkWith({ beta }, "--bail");
    assert.deepEqual(outcomesOn(report, BETA), ["unavailable", "unavailable"]);
    assert.deepEqual(outcomesOn(report, ALPHA), ["not-tried", "not-tried"]);
  });

  it("should take a wrong chain id for what is wrong with that network alone", async () => {
    const beta = { type: "http", chainType: "l1", url: stage.alpha.chain.rpcUrl, chainId: BETA };
    const ran = await checkWith({ beta });
    assert.equal(ran.exitCode, 1, ran.stdout + ran.stderr);
    assert.deepEqual(outcomesOn(ran.report, ALPHA), ["already-verified", "already-verified"]);
    assert.isTrue(
      ran.report.contracts.every(
        ({ network, error }) => network?.chainId === ALPHA || error?.code === "VC305",
      ),
    );
    expectGolden("cli/all-networks-wrong-chain.txt", screen(ran));
  });

  it("should list a network whose variable is missing, and one network a chain", async () => {
    const gamma = {
      type: "http",
      chainType: "l1",
      url: { _type: "ConfigurationVariable", name: "GAMMA_RPC_URL" },
    };
    const twice = { type: "http", chainType: "l1", url: stage.alpha.chain.rpcUrl };
    const ran = await checkWith({ gamma, twice });
    assert.equal(ran.exitCode, 0, ran.stdout + ran.stderr);
    expectGolden("cli/all-networks-left-out.txt", screen(ran));
    assert.equal(ran.report.networks?.find(({ name }) => name === "gamma")?.error?.code, "VC113");
    const lone = { ...optionsWith(), networks: { gamma } };
    const alone = await verify(stage.project, ["check", "--all-networks"], lone);
    assert.equal(alone.exitCode, 2, alone.stdout);
    assert.match(alone.stderr, /^VC119 /);
    assert.include(alone.stderr, "GAMMA_RPC_URL");
  });

  it("should check one part of all chains, whose reports can be merged", async () => {
    for (const part of ["1/2", "2/2"])
      await run("check", "--all-networks", "--shard", part, "--report", `json=parts/${part[0]}.json`);
    const merged = parseReport((await run("merge", "parts", "--json")).stdout);
    assert.equal(merged.exitCode, 0, JSON.stringify(merged.error));
    assert.lengthOf(merged.contracts, 4);
    assert.lengthOf(merged.networks ?? [], 2);
    const missing = await run("merge", "parts/1.json");
    assert.equal(missing.exitCode, 3);
    assert.match(missing.stdout, /run .*2\/2 with the options of the others/);
  });

  it("should end with 3 after Ctrl-C, and say so for what it did not reach", async () => {
    // The answers of alpha's service do not come.
    stage.alpha.verification.change = () => new Promise(() => {});
    const { child, shows, ended } = await startHardhat(
      stage.project,
      ["verify-contract", "check", "--all-networks", "--report", "json=report.json"],
      optionsWith(),
    );
    await shows(/\[2\/4\]/);
    child.kill("SIGINT");
    const ran = await ended;
    assert.equal(ran.exitCode, 3, ran.stdout + ran.stderr);
    const report = parseReport(await stage.project.read("report.json"));
    assert.deepEqual(outcomesOn(report, BETA), ["already-verified", "already-verified"]);
    assert.sameMembers(outcomesOn(report, ALPHA), ["timed-out", "not-tried"]);
    assert.include(ran.stdout, "npx hardhat verify-contract check --config");
    assert.include(ran.stdout, "--all-networks");
  });

  it("should write every format, each contract with its network", async () => {
    const files = "markdown=r.md,junit=r.xml,html=r.html";
    const ran = await run("check", "--all-networks", "--report", files);
    assert.equal(ran.exitCode, 0, ran.stderr);
    assert.match(await stage.project.read("r.md"), /\| Network \|.*\n.*\n.*alpha \(chain 424242\)/);
    assert.match(await stage.project.read("r.xml"), / on chain 424243"/);
    assert.include(await stage.project.read("r.html"), "beta (chain 424243)");
  });

  it("should refuse a chosen network and an address beside it", async () => {
    const networked = await verify(stage.project, ["check", "--all-networks"], {
      ...optionsWith(),
      network: "alpha",
    });
    for (const ran of [networked, await run("check", "--all-networks", stage.counter.address)]) {
      assert.equal(ran.exitCode, 2, ran.stdout);
      assert.match(ran.stderr, /^VC112 /);
    }
  });
});
