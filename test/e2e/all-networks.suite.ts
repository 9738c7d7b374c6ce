import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { assert } from "chai";
import type { Report } from "../../src/report.ts";
import { type CliOptions, type CliRun, verify } from "../helpers/cli.ts";
import { deploy } from "../helpers/deploy.ts";
import { ALPHA, BETA, type Fleet, fleetOf } from "../helpers/fleet.ts";
import { expectGolden } from "../helpers/golden.ts";
import { heldFor } from "../helpers/held-for.ts";
import { startDevelopmentChain } from "../helpers/local/development-chain.ts";
import { plain, plainJson } from "../helpers/plain-cli.ts";
import { parseReport } from "../helpers/report-schema.ts";
import { screenOf } from "../helpers/screen.ts";

const variable = (name: string): string => `$\{${name}}`;

describe("e2e - verify-contract --all-networks, over two chains", () => {
  const stage = heldFor(() =>
    fleetOf("many-contracts", async (project, chain) => ({
      Counter: await deploy(chain, await project.artifact("contracts/Counter.sol", "Counter"), {
        account: 1,
      }),
      Factory: await deploy(chain, await project.artifact("contracts/Factory.sol", "Factory"), {
        account: 2,
      }),
    })),
  );
  const counter = (): string => stage.deployed.Counter?.address ?? assert.fail();

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
    assert.equal(report.contracts.filter(({ target }) => target.address === counter()).length, 2);
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

  describe("of the plain command line", () => {
    let env: Readonly<Record<string, string>>;
    before(async () => {
      env = { ALPHA_RPC_URL: stage.alpha.chain.rpcUrl, BETA_RPC_URL: stage.beta.chain.rpcUrl };
      await config({
        alpha: { url: variable("ALPHA_RPC_URL"), chainId: ALPHA },
        beta: { url: variable("BETA_RPC_URL") },
      });
    });

    const config = (networks: object | undefined): Promise<void> =>
      writeFile(
        path.join(stage.project.root, "verify-contract.config.json"),
        JSON.stringify({ ...stage.config, ...(networks === undefined ? {} : { networks }) }),
      );
    const check = (variables = env) => plainJson(stage.project.root, ["check", "--all-networks"], variables);
    const chainsOf = ({ contracts }: Awaited<ReturnType<typeof check>>["report"]) =>
      contracts.map(({ network }) => network?.chainId);

    it("should take the networks of the configuration file, with or without a chain id", async () => {
      const { report } = await check();
      assert.equal(report.exitCode, 0, JSON.stringify(report.error));
      assert.deepEqual(chainsOf(report), [ALPHA, ALPHA, BETA, BETA]);
      assert.isEmpty([...stage.alpha.verification.submissions, ...stage.beta.verification.submissions]);
      // The name of one network works too.
      const one = await plainJson(stage.project.root, ["check", "--rpc-url", "alpha"], env);
      assert.deepEqual(one.report.network, { name: "alpha", chainId: ALPHA });
    });

    it("should take the aliases of foundry.toml, and refuse a wrong network without its URL", async () => {
      const toml = path.join(stage.project.root, "foundry.toml");
      await writeFile(
        toml,
        `[profile.default]\nsrc = "contracts"\n[rpc_endpoints]\nalpha = "${variable("ALPHA_RPC_URL")}"\nbeta = "${variable("BETA_RPC_URL")}"\n`,
      );
      await config(undefined);
      const { report } = await check();
      assert.equal(report.exitCode, 0, JSON.stringify(report.error));
      assert.deepEqual(chainsOf(report), [ALPHA, ALPHA, BETA, BETA]);
      await rm(toml);
      await config({ alpha: { url: "https://alpha.example/secret", chainid: ALPHA } });
      const wrong = await plain(stage.project.root, ["check", "--all-networks"], env);
      assert.equal(wrong.exitCode, 2);
      assert.match(wrong.stderr, /^VC108 /);
      assert.include(wrong.stderr, "chainId");
      assert.notInclude(wrong.stderr, "secret");
    });

    it("should try the node of ETH_RPC_URL for a chain that no configured network serves", async () => {
      await config({ alpha: { url: variable("ALPHA_RPC_URL"), chainId: ALPHA } });
      const { report } = await check({ ...env, ETH_RPC_URL: stage.beta.chain.rpcUrl });
      assert.equal(report.exitCode, 0, JSON.stringify(report.error));
      assert.deepEqual(chainsOf(report), [ALPHA, ALPHA, BETA, BETA]);
    });

    it("should leave out a development chain without a service, and say that it has none", async () => {
      await using chain = await startDevelopmentChain();
      const alpha = { url: variable("ALPHA_RPC_URL"), chainId: ALPHA };
      await config({ alpha, beta: { url: variable("BETA_RPC_URL") }, local: { url: chain.rpcUrl } });
      const { report } = await check();
      assert.deepEqual(chainsOf(report), [ALPHA, ALPHA, BETA, BETA]);
      const local = report.networks?.find(({ name }) => name === "local");
      assert.equal(local?.error?.code, "VC109");
      assert.equal(local?.skipped, local?.error?.message);
    });

    it("should choose the networks from a manifest of several chains, to verify and to check", async () => {
      await config({ alpha: { url: variable("ALPHA_RPC_URL"), chainId: ALPHA } });
      const address = counter();
      const manifest = {
        schema: "verify-contract-deployments/2",
        chains: { [ALPHA]: { network: "alpha" }, [BETA]: { rpcUrl: variable("BETA_RPC_URL") } },
        contracts: [{ name: "the counter", addresses: { [ALPHA]: address, [BETA]: address } }],
      };
      await writeFile(path.join(stage.project.root, "fleet.json"), JSON.stringify(manifest));
      for (const command of ["deployments", "check"]) {
        const { report } = await plainJson(stage.project.root, [command, "fleet.json"], env);
        assert.equal(report.exitCode, 0, JSON.stringify(report.error));
        const found = report.contracts.map(({ network, deployments }) => [network, deployments[0]?.name]);
        assert.deepEqual(found, [
          [{ name: "alpha", chainId: ALPHA }, "the counter"],
          [{ name: `chain-${BETA}`, chainId: BETA }, "the counter"],
        ]);
      }
      const { report: one } = await plainJson(
        stage.project.root,
        ["check", "fleet.json", "--rpc-url", "alpha"],
        env,
      );
      assert.deepEqual(chainsOf(one), [ALPHA]);
      assert.deepEqual(
        one.networks?.map(({ chainId, skipped }) => [chainId, skipped !== undefined]),
        [
          [ALPHA, false],
          [BETA, true],
        ],
      );
    });
  });
});

/** Sorts the lines of a screen, because chains finish concurrently and their lines appear in any order. */
function fleetScreen(ran: CliRun, { project, alpha, beta }: Fleet): string {
  const text = screenOf(ran, project, alpha)
    .replaceAll(beta.verification.url, "http://127.0.0.1:5565")
    .replaceAll(beta.query.url, "http://127.0.0.1:5561")
    // A contract that needs no request has no time if the machine is quick.
    .replace(/ +\d+(\.\d+)? m?s$/gm, "")
    // The fee, and therefore the hash, depends on the chain's block count.
    .replace(/(transaction\s+)0x\w{64}/g, `$10x${"7".repeat(64)}`);
  const lines = text.split("\n");
  const ended = lines.filter((line) => /^. \[\d\/\d\]/.test(line)).map((line) => line.replace(/\[\d/, "[n"));
  const [first = "", ...others] = lines.filter((line) => !/^. \[\d\/\d\]/.test(line));
  return [first, ...ended.sort(), ...others].join("\n");
}
