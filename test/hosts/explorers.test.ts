import { assert } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import plugin from "../../src/index.ts";
import { createFoundryConfig, type FoundryFiles } from "../../src/internal/builds/project/foundry-config.ts";
import { resolveFoundryEndpoints } from "../../src/internal/builds/project/foundry-endpoints.ts";
import { resolveChainConfig } from "../../src/internal/commands/config/resolve-chain-config.ts";
import { validateUserConfig } from "../../src/internal/commands/config/user-config.ts";
import { findEtherscanKey, findExplorer as ofFoundry } from "../../src/internal/hosts/cli/host.ts";
import { findExplorerAccess, findExplorer as ofHardhat2 } from "../../src/internal/hosts/hardhat2/host.ts";
import type { Runtime } from "../../src/internal/hosts/hardhat2/runtime.ts";
import { createHardhatHost, HARDHAT_WORDS } from "../../src/internal/hosts/hardhat3/host.ts";

const PAGE = "https://scan.example.org";
const HOST = { readSecret: async () => "", words: HARDHAT_WORDS, globals: [] };

function foundryWith(project: object, environment: Record<string, string> = {}) {
  const files = { global: {}, base: {}, project } as unknown as FoundryFiles;
  return resolveFoundryEndpoints(createFoundryConfig(files, environment));
}

function hardhat3With(chainDescriptors: object) {
  const config = { plugins: [plugin], chainDescriptors };
  return createHardhatRuntimeEnvironment(config as Parameters<typeof createHardhatRuntimeEnvironment>[0]);
}

describe("hosts - the explorer in the host's configuration", () => {
  it("should come from chainDescriptors in Hardhat 3, including the built-in ones", async () => {
    const hre = await hardhat3With({
      4242: {
        name: "Acme",
        blockExplorers: { blockscout: { name: "Acme scan", url: PAGE, apiUrl: `${PAGE}/api` } },
      },
      4243: { name: "Odd", blockExplorers: { etherscan: { url: "javascript:alert(1)" } } },
    });
    const { explorer } = createHardhatHost(hre);
    assert.deepEqual(explorer?.(4242), { name: "Acme scan", url: PAGE });
    assert.deepEqual(explorer?.(11_155_111), { name: "Etherscan", url: "https://sepolia.etherscan.io" });
    assert.isUndefined(explorer?.(4243));
    assert.isUndefined(explorer?.(31337));
  });

  it("should come from customChains in Hardhat 2", () => {
    const chain = (chainId: unknown, browserURL: unknown) => ({
      network: "a",
      chainId,
      urls: { browserURL },
    });
    const found = (etherscan: unknown, blockscout?: unknown) =>
      ofHardhat2({ etherscan, blockscout } as Runtime["config"], 4242);
    const customChains = [chain(1, "x"), chain(4242, PAGE)];
    assert.deepEqual(found({ customChains }), { name: "Etherscan", url: PAGE });
    assert.deepEqual(found(undefined, { customChains }), { name: "Blockscout", url: PAGE });
    for (const odd of [undefined, null, {}, { customChains: {} }, { customChains: [null, chain(4242, 7)] }])
      assert.isUndefined(found(odd), JSON.stringify(odd));
  });

  it("should follow from the API URL in foundry.toml, by number and by name, with variables", () => {
    const project = {
      etherscan: {
        acme: { key: "k", chain: 4242, url: `${PAGE}/sub/api/` },
        sepolia: { key: "k", url: `https://\${HOST}/api?apikey=k` },
        mainnet: { key: "k", url: "https://api.etherscan.io/api" },
        base: { key: "k" },
        gnosis: { key: "k", url: `https://\${MISSING}/api` },
        celo: "no table",
      },
    };
    const endpoints = foundryWith(project, { HOST: "sepolia.example.org" });
    assert.deepEqual(ofFoundry(endpoints, 4242), { name: "explorer", url: `${PAGE}/sub` });
    const sepolia = { name: "explorer", url: "https://sepolia.example.org" };
    assert.deepEqual(ofFoundry(endpoints, 11_155_111), sepolia);
    for (const none of [1, 8453, 100, 42220]) assert.isUndefined(ofFoundry(endpoints, none), String(none));
  });

  it("should rank below our own configuration and Hedera's defaults", async () => {
    const host = { ...HOST, explorer: () => ({ name: "Host", url: `${PAGE}/` }) };
    const resolved = async (config: unknown, chainId: number) =>
      (await resolveChainConfig(validateUserConfig(config), chainId, host)).explorer;
    assert.deepEqual(await resolved({}, 1), { name: "Host", url: PAGE });
    assert.deepInclude(await resolved({}, 296), { name: "HashScan", url: "https://hashscan.io/testnet" });
    const own = await resolved({ explorer: { url: "https://own.example.org/" } }, 296);
    assert.deepEqual(own, { name: "explorer", url: "https://own.example.org" });
    assert.isUndefined(await resolved({ chains: { 1: { explorer: false } } }, 1));
  });

  it("should stand next to the relay on Hedera's local network", async () => {
    const local = { mirrorUrl: "http://localhost:38081", explorerUrl: "http://localhost:38080" };
    const { explorer, query } = await resolveChainConfig({}, 298, HOST, false, local);
    assert.deepEqual(explorer, { name: "explorer", url: "http://localhost:38080/localnet" });
    assert.equal(query?.url, "http://localhost:38081");
  });
});

describe("hosts - an explorer's key and API from other tools' configuration", () => {
  it("should come from hardhat-verify 3 and chainDescriptors, with the key read only on demand", async () => {
    const hre = await hardhat3With({
      4242: { name: "Acme", blockExplorers: { blockscout: { url: `${PAGE}/`, apiUrl: `${PAGE}/api` } } },
    });
    let reads = 0;
    const apiKey = { get: async () => (++reads === 1 ? "KEY" : "read twice") };
    Object.assign(hre.config, { verify: { etherscan: { apiKey }, blockscout: {} } });
    const { explorerAccess: access } = createHardhatHost(hre);
    const blockscout = await access?.("blockscout", 4242);
    assert.deepInclude(blockscout, { apiUrl: `${PAGE}/api`, siteUrl: PAGE });
    assert.isUndefined(await blockscout?.readKey?.());
    const etherscan = await access?.("etherscan", 1);
    assert.equal(reads, 0);
    assert.equal(await etherscan?.readKey?.(), "KEY");
    assert.isUndefined(await access?.("routescan", 1));
    Object.assign(hre.config, { verify: undefined });
    assert.isUndefined(await (await access?.("etherscan", 1))?.readKey?.());
  });

  it("should come from hardhat-verify 2: one key or the network's, and the API from customChains", async () => {
    const urls = { apiURL: `${PAGE}/api`, browserURL: PAGE };
    const customChains = [{ network: "acme", chainId: 4242, urls }];
    const provider = { request: async () => "0x5" };
    const accessOf = (apiKey: unknown, chainId: number, name = "mainnet", own: object = { chainId: 1 }) => {
      const config = { etherscan: { apiKey, customChains } } as unknown as Runtime["config"];
      return findExplorerAccess({ config, network: { name, config: own, provider } }, "etherscan", chainId);
    };
    const keys = { acme: "ACME", mainnet: "MAIN" };
    assert.deepInclude(accessOf(keys, 4242), { apiUrl: `${PAGE}/api`, siteUrl: PAGE });
    assert.equal(await accessOf(keys, 4242)?.readKey?.(), "ACME");
    assert.equal(await accessOf(keys, 1)?.readKey?.(), "MAIN");
    assert.equal(await accessOf("ONE", 1)?.readKey?.(), "ONE");
    assert.isUndefined(accessOf("ONE", 1)?.apiUrl);
    assert.isUndefined(await accessOf(keys, 1, "other")?.readKey?.());
    // Another chain doesn't get the chosen network's key, even if it has its own API.
    assert.isUndefined(await accessOf(keys, 10)?.readKey?.());
    assert.isUndefined(await accessOf({ mainnet: "MAIN" }, 4242)?.readKey?.());
    assert.equal(await accessOf(keys, 5, "mainnet", {})?.readKey?.(), "MAIN");
    assert.isUndefined(await accessOf(keys, 1, "mainnet", {})?.readKey?.());
    assert.isUndefined(await accessOf(undefined, 1)?.readKey?.());
  });

  it("should come from foundry.toml, without any other host's key", () => {
    const keyOf = (project: object, chainId: number, environment?: Record<string, string>) =>
      findEtherscanKey(foundryWith(project, environment), chainId);
    const etherscan = {
      mainnet: { key: "\u0024{KEY}" },
      sepolia: { key: "S", url: "https://api-sepolia.etherscan.io/api" },
      avalanche: { key: "ROUTESCAN", url: "https://api.routescan.io/v2/network/mainnet/evm/43114/etherscan" },
    };
    assert.equal(keyOf({ etherscan }, 1, { KEY: "M" }), "M");
    assert.throws(() => keyOf({ etherscan }, 1), /KEY is not set/);
    assert.equal(keyOf({ etherscan }, 11_155_111), "S");
    assert.isUndefined(keyOf({ etherscan }, 43_114));
    assert.equal(keyOf({ profile: { default: { etherscan_api_key: "ALL" } } }, 5), "ALL");
    const named = { etherscan, profile: { default: { etherscan_api_key: "sepolia" } } };
    assert.deepEqual([keyOf(named, 5), keyOf({}, 1, { ETHERSCAN_API_KEY: "ENV" })], ["S", "ENV"]);
    assert.isUndefined(keyOf({}, 1));
  });
});
