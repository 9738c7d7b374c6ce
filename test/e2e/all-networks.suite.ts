import { assert } from "chai";
import type { Report } from "../../src/report.ts";
import { type CliOptions, type CliRun, verify } from "../helpers/cli.ts";
import { ALPHA, BETA, fleetScreen, fleetStage } from "../helpers/fleet.ts";
import { expectGolden } from "../helpers/golden.ts";
import { heldFor } from "../helpers/held-for.ts";
import { parseReport } from "../helpers/report-schema.ts";

describe("e2e - verify-contract --all-networks, over two chains", () => {
  const stage = heldFor(() => fleetStage());

  before(async () => {
    const { report } = await runJson("deployments", "--all-networks");
    assert.equal(report.exitCode, 0, JSON.stringify(report.error));
    assert.equal(report.summary.outcomes.verified, 4);
  });
  beforeEach(() => {
    stage.alpha.reset();
    stage.beta.reset();
  });

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
    const found = report.networks?.map(({ name, chainId }) => [name, chainId]);
    assert.deepEqual(found, [
      ["alpha", ALPHA],
      ["beta", BETA],
    ]);
    // The same address on two chains is two contracts.
    assert.equal(report.contracts.filter(({ target }) => target.address === stage.counter.address).length, 2);
    assert.lengthOf(outcomesOn(report, ALPHA), 2);
    assert.lengthOf(outcomesOn(report, BETA), 2);
  });

  it("should list a network whose variable is missing, and use one network per chain", async () => {
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
});
