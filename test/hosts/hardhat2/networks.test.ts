import { assert } from "chai";
import type { Provider } from "../../../src/internal/commands/node-client.ts";
import { listConfiguredNetworks, openNetwork } from "../../../src/internal/hosts/hardhat2/host.ts";
import { Secrets } from "../../../src/internal/text/secrets.ts";
import { json, serve } from "../../helpers/services/fault-server.ts";
import { thrownBy } from "../../helpers/thrown.ts";

const NETWORKS = {
  hardhat: { chainId: 31337 },
  localhost: { url: "http://127.0.0.1:8545" },
  base: { url: "https://base.example/v2/0123456789abcdef0123456789abcdef", chainId: 8453 },
  hedera: { url: "" },
};

describe("hardhat2 - the configured networks", () => {
  const networks = listConfiguredNetworks(NETWORKS);
  const named = (wanted: string) => networks.find(({ name }) => name === wanted) ?? assert.fail();

  it("should be those that outlive the process, with their chain IDs", () => {
    const found = networks.flatMap(({ name, isForDevelopment }) => (isForDevelopment ? [] : name));
    assert.deepEqual(found, ["base", "hedera"]);
    assert.equal(named("base").chainId, 8453);
  });

  it("should be opened by URL, which is redacted from then on", async () => {
    const secrets = new Secrets();
    const { configuredChainId, nodeUrl } = await named("base").open({ secrets });
    assert.equal(configuredChainId, 8453);
    assert.equal(await nodeUrl(), NETWORKS.base.url);
    assert.notInclude(secrets.redactAll(`asked ${NETWORKS.base.url}`), "0123456789abcdef");
  });

  it("should fail if a variable for the URL is missing: VC113", async () => {
    const error = await thrownBy(() => named("hedera").open({}), "VC113");
    assert.include(JSON.stringify(error.problem.facts), "networks.hedera.url");
    assert.match(error.problem.next ?? "", /^set the variable, /);
  });
});

const CHAIN_ID = json(200, { jsonrpc: "2.0", id: 1, result: "0x128" });
const CONTEXT = "__hardhatContext";

/** Recognized as Hardhat's own by its class name. */
class LazyInitializationProviderAdapter implements Provider {
  asked = 0;
  request(): Promise<unknown> {
    this.asked++;
    return Promise.resolve("0x1");
  }
}
class ProviderOfAPlugin extends LazyInitializationProviderAdapter {}

describe("Hardhat 2 - requests to a node", () => {
  const { signal } = new AbortController();

  it("should need an http or https URL: VC113", async () => {
    const network = { name: "remote", config: { url: "localhost:8545" } };
    const provider = new LazyInitializationProviderAdapter();
    await thrownBy(async () => openNetwork({ ...network, provider }, {}), "VC113");
  });

  beforeEach(() => Reflect.set(globalThis, CONTEXT, { providerExtenders: [] }));
  afterEach(() => Reflect.deleteProperty(globalThis, CONTEXT));

  it("should use our own HTTP client, with the network's URL and headers", async () => {
    await using node = await serve(CHAIN_ID);
    const provider = new LazyInitializationProviderAdapter();
    const config = { url: node.url, httpHeaders: { "x-key": "1" } };
    const { chain } = openNetwork({ name: "testnet", config, provider }, {});
    assert.equal(await chain.chainId(signal), 0x128);
    assert.deepEqual([provider.asked, node.requests[0]?.headers["x-key"]], [0, "1"]);
  });

  const others: Readonly<Record<string, () => Provider>> = {
    "from a plugin": () => new ProviderOfAPlugin(),
    "with a replaced `request`": () =>
      Object.assign(new LazyInitializationProviderAdapter(), { request: () => Promise.resolve("0x1") }),
  };
  for (const [which, make] of Object.entries(others))
    it(`should use the provider ${which}`, async () => assert.equal(await chainIdBy(make()), 1));

  it("should use the provider if a plugin extends it", async () => {
    Reflect.set(globalThis, CONTEXT, { providerExtenders: [() => {}] });
    assert.equal(await chainIdBy(new LazyInitializationProviderAdapter()), 1);
  });

  it("should use the in-process chain's provider", async () => {
    const provider = new LazyInitializationProviderAdapter();
    const { chain, nodeUrl } = openNetwork({ name: "hardhat", config: { chainId: 1 }, provider }, {});
    assert.equal(await chain.chainId(signal), 1);
    assert.isUndefined(await nodeUrl());
  });

  async function chainIdBy(provider: Provider): Promise<number> {
    await using node = await serve(CHAIN_ID);
    const { chain } = openNetwork({ name: "testnet", config: { url: node.url }, provider }, {});
    const chainId = await chain.chainId(signal);
    assert.isEmpty(node.requests);
    return chainId;
  }
});
