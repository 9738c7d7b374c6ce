import { assert } from "chai";
import { openNetwork } from "../../../src/internal/hosts/hardhat2/host.ts";
import type { EthereumProvider } from "../../../src/internal/hosts/hardhat2/runtime.ts";
import { json, serve } from "../../helpers/services/fault-server.ts";

const CHAIN_ID = json(200, { jsonrpc: "2.0", id: 1, result: "0x128" });
const CONTEXT = "__hardhatContext";

/** By the name of its class, Hardhat's own. */
class LazyInitializationProviderAdapter implements EthereumProvider {
  asked = 0;
  request(): Promise<unknown> {
    this.asked++;
    return Promise.resolve("0x1");
  }
}
class ProviderOfAPlugin extends LazyInitializationProviderAdapter {}

describe("Hardhat 2 - how a node is asked", () => {
  const { signal } = new AbortController();

  beforeEach(() => Reflect.set(globalThis, CONTEXT, { providerExtenders: [] }));
  afterEach(() => Reflect.deleteProperty(globalThis, CONTEXT));

  it("should be our own HTTP, with the URL and the headers of the network", async () => {
    await using node = await serve(CHAIN_ID);
    const provider = new LazyInitializationProviderAdapter();
    const config = { url: node.url, httpHeaders: { "x-key": "1" } };
    const { chain } = openNetwork({ name: "testnet", config, provider }, {});
    assert.equal(await chain.chainId(signal), 0x128);
    assert.deepEqual([provider.asked, node.requests[0]?.headers["x-key"]], [0, "1"]);
  });

  const others: Readonly<Record<string, () => EthereumProvider>> = {
    "of a plugin": () => new ProviderOfAPlugin(),
    "whose request a plugin replaced": () =>
      Object.assign(new LazyInitializationProviderAdapter(), { request: () => Promise.resolve("0x1") }),
    "in a proxy": () => new Proxy(new LazyInitializationProviderAdapter(), {}),
  };
  for (const [which, make] of Object.entries(others))
    it(`should be the provider ${which}`, async () => assert.equal(await chainIdBy(make()), 1));

  it("should be the provider where a plugin extends it", async () => {
    Reflect.set(globalThis, CONTEXT, { providerExtenders: [() => {}] });
    assert.equal(await chainIdBy(new LazyInitializationProviderAdapter()), 1);
  });

  it("should be the provider of the chain in this process", async () => {
    const provider = new LazyInitializationProviderAdapter();
    const { chain, nodeUrl } = openNetwork({ name: "hardhat", config: { chainId: 1 }, provider }, {});
    assert.equal(await chain.chainId(signal), 1);
    assert.isUndefined(await nodeUrl());
  });

  async function chainIdBy(provider: EthereumProvider): Promise<number> {
    await using node = await serve(CHAIN_ID);
    const { chain } = openNetwork({ name: "testnet", config: { url: node.url }, provider }, {});
    const chainId = await chain.chainId(signal);
    assert.isEmpty(node.requests);
    return chainId;
  }
});
