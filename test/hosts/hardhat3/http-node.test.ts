import { setTimeout as sleep } from "node:timers/promises";
import { assert } from "chai";
import { configVariable } from "hardhat/config";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { HardhatUserConfig } from "hardhat/types/config";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { EthereumProvider, JsonRpcRequest } from "hardhat/types/providers";
import plugin from "../../../src/index.ts";
import { ChainError, type ChainPort } from "../../../src/internal/chain/chain-port.ts";
import { TOOL } from "../../../src/internal/domain/tool.ts";
import { connect, createHardhatHost, toChain } from "../../../src/internal/hosts/hardhat3/host.ts";
import { fakeHre } from "../../helpers/commands/fake-hre.ts";
import { json, reset, rpc, serve } from "../../helpers/services/fault-server.ts";
import { thrownBy } from "../../helpers/thrown.ts";

const ADDRESS = "0x000000000000000000000000000000000000dEaD";
const NEVER = new AbortController().signal;
const CODE = rpc({ result: "0x6001" });

describe("hardhat - the node of an HTTP network", () => {
  it("should receive the configured headers at the exact URL", async () => {
    await using node = await serve(CODE);
    const { chain } = await connected(`${node.url}/v1/key/?apikey=1`, { httpHeaders: { "X-Team": "a" } });
    assert.equal(await chain.code(ADDRESS, NEVER), "0x6001");
    const [seen] = node.requests;
    assert.deepEqual([seen?.path, seen?.headers["x-team"]], ["/v1/key/?apikey=1", "a"]);
    assert.equal(seen?.headers["user-agent"], `${TOOL.name}/${TOOL.version}`);
    assert.deepInclude(JSON.parse(seen?.body ?? ""), { method: "eth_getCode", params: [ADDRESS, "latest"] });
  });

  it("should never be shown with its URL's path, which may be a key", async () => {
    await using node = await serve(json(403, { message: "no" }));
    const error = await failureOf((await connected(`${node.url}/v1/key/`)).chain);
    assert.notInclude(`${error.message} ${String(error.cause)}`, "key");
    assert.include(error.message, "403");
  });

  it("should be disconnected if the call is aborted", async () => {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    await using node = await serve((request) => request.socket.once("close", () => close()));
    const { chain } = await connected(node.url);
    const controller = new AbortController();
    const asked = chain.code(ADDRESS, controller.signal);
    while (node.requests.length === 0) await sleep(5);
    controller.abort(new Error("stopped"));
    await asked.then(assert.fail, (error: Error) => assert.equal(error.message, "stopped"));
    await closed;
  });
});

describe("hardhat - other plugins' hooks", () => {
  it("should see and change each request and its response", async () => {
    await using node = await serve(rpc({ result: "0x60" }));
    const { chain, hre } = await connected(node.url);
    const seen: string[] = [];
    hre.hooks.registerHandlers("network", {
      async onRequest(context, connection, request, next) {
        seen.push(`${connection.networkName} ${request.method}`);
        const response = await next(context, connection, { ...request, params: [ADDRESS, "0x1"] });
        return "result" in response ? { ...response, result: `${String(response.result)}ff` } : response;
      },
    });
    assert.equal(await chain.code(ADDRESS, NEVER), "0x60ff");
    assert.deepEqual(seen, ["remote eth_getCode"]);
    assert.deepEqual(JSON.parse(node.requests[0]?.body ?? "").params, [ADDRESS, "0x1"]);
  });

  it("should not cause retries of a request that they turned into a write", async () => {
    await using node = await serve(reset);
    const { chain, hre } = await connected(node.url);
    hre.hooks.registerHandlers("network", {
      onRequest: (context, connection, request, next) =>
        next(context, connection, { ...request, method: "eth_sendRawTransaction" }),
    });
    await failureOf(chain);
    assert.lengthOf(node.requests, 1);
  });

  it("should still reject a node on another chain than the configured one", async () => {
    await using node = await serve(rpc({ result: "0x2" }));
    const { chain } = await connected(node.url, { chainId: 1 });
    assert.include((await failureOf(chain)).message, "HHE708");
  });

  const changes: Readonly<Record<string, (provider: EthereumProvider) => object>> = {
    "put a provider of its own in place of Hardhat's": (provider) =>
      new Proxy(provider, { get: (target, key) => Reflect.get(target, key).bind(target) }),
    "replaced its `request`": (provider) =>
      Object.assign(provider, { request: provider.request.bind(provider) }),
  };
  for (const [name, change] of Object.entries(changes))
    it(`should keep a connection if one of them ${name}`, async () => {
      await using node = await serve(CODE);
      const { hre } = await connected(node.url);
      replaceProvider(hre, change);
      const chain = toChain(await hre.network.create("remote"), hre.hooks);
      assert.equal(await chain.code(ADDRESS, NEVER), "0x6001");
      assert.match(node.requests[0]?.headers["user-agent"] ?? "", /^Hardhat/);
    });
});

describe("hardhat - a connection to an HTTP network", () => {
  it("should be opened without Hardhat's own, which loads its simulator", async () => {
    await using node = await serve(CODE);
    const hre = await runtimeOf(node.url);
    hre.network.getOrCreate = () => assert.fail("Hardhat has opened the network");
    const connection = await connect(hre, "remote");
    assert.deepInclude(connection, { networkName: "remote", chainType: "l1" });
    assert.equal(await toChain(connection, hre.hooks).code(ADDRESS, NEVER), "0x6001");
  });

  it("should be accepted from a program, with an override or as a bare provider", async () => {
    await using node = await serve(CODE);
    await using other = await serve(rpc({ result: "0x6002" }));
    const hre = await runtimeOf(node.url);
    const { openNetwork } = createHardhatHost(hre);
    const overridden = await hre.network.create({ network: "remote", override: { url: other.url } });
    const { provider } = await hre.network.create("remote");
    const { chain, nodeUrl } = await openNetwork(overridden, {});
    assert.deepEqual([await chain.code(ADDRESS, NEVER), await nodeUrl()], ["0x6002", other.url]);
    for (const connection of [{ provider }, { provider, networkName: "remote" }]) {
      const { chain, nodeUrl } = await openNetwork(connection, {});
      assert.isString(chain.networkName);
      assert.deepEqual([await chain.code(ADDRESS, NEVER), await nodeUrl()], ["0x6001", undefined]);
    }
  });

  it("should need an http or https URL: VC113, without the URL, which may contain a key", async () => {
    const hre = await runtimeOf("localhost:8545/k3y");
    for (const read of [() => connect(hre, "remote"), createHardhatHost(hre).nodeUrl]) {
      const { problem } = await thrownBy(read, "VC113");
      assert.notInclude(JSON.stringify(problem), "k3y");
      assert.match(problem.next ?? "", /^set the variable, /);
    }
  });

  it("should be visible to other plugins, which may replace it", async () => {
    await using node = await serve(CODE);
    const hre = await runtimeOf(node.url);
    replaceProvider(hre, () => ({ request: async ({ method }: JsonRpcRequest) => `0x60${method.length}` }));
    const chain = toChain(await connect(hre, "remote"), hre.hooks);
    assert.equal(await chain.code(ADDRESS, NEVER), `0x60${"eth_getCode".length}`);
    assert.lengthOf(node.requests, 0);
  });

  it("should use Hardhat's own provider if another plugin sends requests through it", async () => {
    await using node = await serve(rpc({ result: "0x2" }));
    const hre = await runtimeOf(node.url, { chainId: 1 });
    const error = await failureOf(toChain(await connect(hre, "remote"), hre.hooks));
    assert.include(error.message, "HHE708");
    assert.match(node.requests[0]?.headers["user-agent"] ?? "", /^Hardhat/);
  });

  it("should show Hardhat's own error if no URL is configured", async () => {
    const hre = await runtimeOf(configVariable("NO_SUCH_NODE_URL"));
    const error = await connect(hre, "remote").then(
      () => assert.fail("it was opened"),
      (thrown: Error) => thrown,
    );
    assert.equal(error.name, "HardhatError");
    assert.include(error.message, "NO_SUCH_NODE_URL");
  });

  it("should be Hardhat's own for the simulated network, which has no URL", async () => {
    const hre = await runtimeOf("http://127.0.0.1:9");
    assert.equal(await connect(hre, "default"), await hre.network.getOrCreate("default"));
    await thrownBy(createHardhatHost(fakeHre("/nowhere", {})).nodeUrl, "VC903");
  });
});

/** Registers a hook of another plugin. */
function replaceProvider(
  { hooks }: HardhatRuntimeEnvironment,
  change: (own: EthereumProvider) => object,
): void {
  hooks.registerHandlers("network", {
    async newConnection(context, next) {
      const connection = await next(context);
      return Object.defineProperty(connection, "provider", { value: change(connection.provider) });
    },
  });
}

type Network = Partial<Extract<NonNullable<HardhatUserConfig["networks"]>[string], { type: "http" }>>;

async function connected(url: string, network: Network = {}) {
  const hre = await runtimeOf(url, network);
  return { hre, chain: toChain(await hre.network.create("remote"), hre.hooks) };
}

function runtimeOf(url: Network["url"] & {}, network: Network = {}): Promise<HardhatRuntimeEnvironment> {
  const networks = { remote: { type: "http", chainType: "l1", url, ...network } } as const;
  return createHardhatRuntimeEnvironment({ plugins: [plugin], networks }, { network: "remote" });
}

async function failureOf(chain: ChainPort): Promise<ChainError> {
  return await chain.code(ADDRESS, NEVER).then(
    () => assert.fail("it was answered"),
    (error: unknown) => {
      assert.instanceOf(error, ChainError);
      return error;
    },
  );
}
