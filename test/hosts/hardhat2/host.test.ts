import { assert } from "chai";
import { openChain } from "../../../src/internal/commands/open-chain.ts";
import { createHardhat2Host } from "../../../src/internal/hosts/hardhat2/host.ts";
import { thrownBy } from "../../helpers/thrown.ts";
import { runtimeOf } from "./runtime.ts";

const { config } = runtimeOf();
const HTTP = { name: "testnet", config: { url: "http://127.0.0.1:9", chainId: 296 } };

describe("Hardhat 2 - the host", () => {
  it("should have the project's folders, with those of Ignition and hardhat-deploy as configured", async () => {
    const plain = await createHardhat2Host(runtimeOf()).projectPaths();
    assert.deepEqual([plain.artifacts, plain.ignition], ["/project/artifacts", "/project/ignition"]);
    assert.equal(plain.hardhatDeploy, "/project/deployments");
    const own = runtimeOf({
      userConfig: { paths: { ignition: "./deployed" } },
      config: { ...config, paths: Object.assign({ deployments: "/elsewhere" }, config.paths) },
    });
    const { ignition, hardhatDeploy } = await createHardhat2Host(own).projectPaths();
    assert.deepEqual([ignition, hardhatDeploy], ["/project/deployed", "/elsewhere"]);
  });

  it("should name commands in Hardhat 2's form, and the configuration by its file name", () => {
    const { words } = createHardhat2Host(runtimeOf());
    assert.deepEqual([words.program, words.separator], ["npx hardhat verify-contract", ":"]);
    assert.equal(words.configFile, "hardhat.config.js");
    assert.equal(words.network.correct("testnet"), "correct networks.testnet in hardhat.config.js");
    assert.include(words.network.forgotten, "in-process chain");
  });

  it("should not call the user's own default network an in-process chain", () => {
    const { words } = createHardhat2Host(runtimeOf({ config: { ...config, defaultNetwork: "testnet" } }));
    assert.equal(words.defaultNetwork, "testnet");
    assert.notInclude(words.network.forgotten, "in-process chain");
    assert.include(words.network.forgotten, "testnet");
    const named = createHardhat2Host(runtimeOf({ hardhatArguments: { network: "hardhat" } }));
    assert.isUndefined(named.words.defaultNetwork, "a named network isn't forgotten");
  });

  it("should repeat Hardhat's options from the command line", () => {
    const given = runtimeOf({ hardhatArguments: { network: "testnet", config: "other.config.js" } });
    assert.deepEqual(createHardhat2Host(given).globals, [
      ["--network", "testnet"],
      ["--config", "other.config.js"],
    ]);
    assert.isEmpty(createHardhat2Host(runtimeOf()).globals);
  });

  it("should have the URL of a network's node, but none for the in-process chain: VC903", async () => {
    assert.equal(await createHardhat2Host(runtimeOf({ network: HTTP })).nodeUrl(), HTTP.config.url);
    await thrownBy(createHardhat2Host(runtimeOf()).nodeUrl, "VC903");
    const network = { ...HTTP, config: { ...HTTP.config, url: "localhost:8545" } };
    await thrownBy(createHardhat2Host(runtimeOf({ network })).nodeUrl, "VC113");
  });

  it("should name the current network if a chain has no verification service: VC109", async () => {
    const provider = { request: async () => "0x129" };
    const network = { name: "devnode", config: { ...HTTP.config, chainId: 297 }, provider };
    const host = createHardhat2Host(runtimeOf({ network, config: { ...config, defaultNetwork: "devnode" } }));
    const valid = { scope: "several", contracts: [], timeoutMs: 5000, common: { dryRun: false } };
    const { signal } = new AbortController();
    const parts = { host, userConfig: {}, connection: undefined, signal, valid, lock: [], onEvent: () => {} };
    const { problem } = await thrownBy(() => openChain(parts as never), "VC109");
    assert.include(problem.likely, "verify-contract:serve --network devnode");
  });

  it("should read secrets only as strings, like Hardhat 2's variables", async () => {
    const { readSecret } = createHardhat2Host(runtimeOf());
    assert.equal(await readSecret("token"), "token");
    const variable = readSecret({ _type: "ConfigurationVariable", name: "TOKEN" });
    assert.include(String(await variable.catch((error: unknown) => error)), 'vars.get("TOKEN")');
  });

  it("should let Hardhat explain its own errors and those of plugins", () => {
    const { explains } = createHardhat2Host(runtimeOf());
    for (const name of ["HardhatError", "HardhatPluginError"])
      assert.isTrue(explains(Object.assign(new Error("HH100"), { name })));
    assert.isFalse(explains(new Error("a mistake")));
  });
});
