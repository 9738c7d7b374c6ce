import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { assert } from "chai";
import { ALPHA, BETA, fleetStage } from "../helpers/fleet.ts";
import { heldFor } from "../helpers/held-for.ts";
import { plain, plainJson } from "../helpers/plain-cli.ts";

const variable = (name: string): string => `$\{${name}}`;

describe("e2e - --all-networks of the plain command line", () => {
  const stage = heldFor(() => fleetStage());
  let env: Readonly<Record<string, string>>;

  before(async () => {
    env = { ALPHA_RPC_URL: stage.alpha.chain.rpcUrl, BETA_RPC_URL: stage.beta.chain.rpcUrl };
    await config({
      alpha: { url: variable("ALPHA_RPC_URL"), chainId: ALPHA },
      beta: { url: variable("BETA_RPC_URL") },
    });
    const { report } = await plainJson(stage.project.root, ["deployments", "--all-networks"], env);
    assert.equal(report.exitCode, 0, JSON.stringify(report.error));
    assert.equal(report.summary.outcomes.verified, 4);
  });
  beforeEach(() => {
    stage.alpha.reset();
    stage.beta.reset();
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

  describe("with a manifest of several chains", () => {
    before(async () => {
      await config({ alpha: { url: variable("ALPHA_RPC_URL"), chainId: ALPHA } });
      await write("fleet.json", {
        schema: "verify-contract-deployments/2",
        chains: { [ALPHA]: { network: "alpha" }, [BETA]: { rpcUrl: variable("BETA_RPC_URL") } },
        contracts: [
          {
            name: "the counter",
            addresses: { [ALPHA]: stage.counter.address, [BETA]: stage.counter.address },
          },
        ],
      });
    });

    const write = (file: string, value: unknown): Promise<void> =>
      writeFile(path.join(stage.project.root, file), JSON.stringify(value));
    const run = (...words: readonly string[]) => plainJson(stage.project.root, words, env);
    const chainsNamedIn = ({ contracts }: Awaited<ReturnType<typeof run>>["report"]) =>
      contracts.map(({ network, deployments }) => [network?.name, network?.chainId, deployments[0]?.name]);

    it("should choose the networks from the manifest, to verify and to check", async () => {
      for (const command of ["deployments", "check"]) {
        const { report } = await run(command, "fleet.json");
        assert.equal(report.exitCode, 0, JSON.stringify(report.error));
        assert.deepEqual(chainsNamedIn(report), [
          ["alpha", ALPHA, "the counter"],
          [`chain-${BETA}`, BETA, "the counter"],
        ]);
      }
    });
  });
});
