import { assert } from "chai";
import { mergeChainConfig } from "../../../src/internal/commands/config/resolve-chain-config.ts";
import type { UserConfig } from "../../../src/internal/commands/config/user-config.ts";
import type { Host } from "../../../src/internal/commands/host.ts";
import { LocalRun } from "../../../src/internal/commands/serve/local-run.ts";
import { HARDHAT_WORDS } from "../../../src/internal/hosts/hardhat3/host.ts";
import { isLoopback } from "../../../src/internal/services/http/urls.ts";
import { RecordingProxy } from "../../helpers/recording-proxy.ts";
import { factOf, thrownBy } from "../../helpers/thrown.ts";
import { theWorld, type World } from "../../helpers/world.ts";

describe("commands - the local services of a run", () => {
  const host = {
    words: HARDHAT_WORDS,
    globals: [["--network", "devnode"]],
    compilers: async () => [],
  } as unknown as Host;
  let world: World;
  let events: object[];

  before(async () => {
    world = await theWorld();
  });
  beforeEach(() => {
    events = [];
  });

  const localRun = (userConfig: UserConfig, mayStart = true): LocalRun => {
    const { signal } = new AbortController();
    return new LocalRun({ host, userConfig, mayStart, signal, onEvent: (event) => events.push(event) });
  };
  const chain = () =>
    ({ chainId: 31337, nodeUrl: world.chain.rpcUrl, network: "devnode", hasContractId: false }) as const;
  /** The configuration that `serve` suggests. */
  const served = (url = world.services.verification.url): UserConfig => ({
    chains: { 31337: { verification: { url }, timeout: 5 } },
  });
  const urlIn = ({ chains }: UserConfig) => chains?.["31337"]?.verification?.url;

  it("should be those of a running serve, by any of this computer's names", async () => {
    const nodeUrl = world.chain.rpcUrl.replace("127.0.0.1", "localhost");
    for (const mayStart of [true, false]) {
      await using local = localRun(served(), mayStart);
      const config = await local.configured({ ...chain(), nodeUrl });
      assert.equal(urlIn(config), world.services.verification.url);
      assert.isFalse(local.hasStarted);
    }
    assert.isEmpty(events);
  });

  for (const [what, url] of [
    ["if none is running", "http://127.0.0.1:1"],
    ["if a running serve uses another node", undefined],
    ["if a host name only starts like this computer's", "http://127.0.0.1.a.example"],
  ] as const)
    it(`should be started ${what}, once per node, and stopped with the run`, async () => {
      await using proxy = await RecordingProxy.before(world.chain.rpcUrl);
      const nodeUrl = url === undefined ? proxy.url : world.chain.rpcUrl;
      const local = localRun(served(url));
      const first = await local.configured({ ...chain(), nodeUrl });
      const second = await local.configured({ ...chain(), nodeUrl });
      const started = urlIn(first) ?? "";
      assert.deepEqual([urlIn(second), first.chains?.["31337"]?.timeout], [started, 5]);
      assert.equal((await fetch(`${started}/health`)).status, 200);
      assert.isTrue(local.hasStarted);
      // Only a port on this computer can belong to the stopped service.
      const { hostname, port } = new URL(url ?? world.services.verification.url);
      const ports = hostname === "127.0.0.1" ? ` --verification-port ${port}` : "";
      const serve = `npx hardhat verify-contract serve --network devnode${ports}`;
      assert.deepEqual(events, [{ type: "local-services", url: started, serve }]);
      await local[Symbol.asyncDispose]();
      assert.equal(await fetch(started).catch(() => "refused"), "refused");
    });

  it("should replace only configured services", async () => {
    await using without = localRun(served("http://127.0.0.1:1"));
    const { chains } = await without.configured(chain());
    assert.hasAllKeys(chains?.["31337"], ["verification", "timeout", "explorers"]);
    const query = { url: "http://127.0.0.1:1" };
    await using beside = localRun({ query });
    const { chains: replaced } = await beside.configured(chain());
    assert.hasAllKeys(replaced?.["31337"], ["verification", "query", "explorers"]);
    assert.notDeepEqual(replaced?.["31337"]?.query, query);
  });

  it("should add a query service that resolves a contract id, except on a Hedera chain", async () => {
    const localHedera = { chainId: 298, nodeUrl: world.chain.rpcUrl };
    for (const change of [{}, localHedera]) {
      await using local = localRun({});
      const asked = { ...chain(), hasContractId: true, ...change };
      const { query } = mergeChainConfig(await local.configured(asked), asked.chainId);
      assert.equal(query !== undefined && query !== false && isLoopback(query.url), change !== localHedera);
    }
    await using off = localRun({ query: false });
    const config = await off.configured({ ...chain(), hasContractId: true });
    assert.isFalse(mergeChainConfig(config, 31337).query);
  });

  it("should replace or omit remote query services, status services and explorers", async () => {
    const elsewhere = { url: "https://a.example" };
    const scan = { apiUrl: "http://127.0.0.1:5555/api" };
    const corp = { apiUrl: "https://scan.example/api" };
    const ofAll = { corp, blockscout: true, scan, off: false };
    const general: UserConfig = { query: elsewhere, status: elsewhere, explorers: ofAll };
    const explorers = { etherscan: true, near: { apiUrl: "http://127.0.0.1.a.example/api" } };
    const url = world.services.verification.url;
    for (const verification of [{ url }, { url: "http://127.0.0.1:1" }]) {
      await using local = localRun({ ...general, chains: { 31337: { verification, explorers } } });
      const config = mergeChainConfig(await local.configured(chain()), 31337);
      const none = { corp: false, blockscout: false, off: false, etherscan: false, near: false };
      assert.deepEqual(config.explorers, { ...none, scan });
      for (const each of [config.query, config.status])
        assert.isTrue(each === false || (each !== undefined && isLoopback(each.url)), JSON.stringify(each));
      assert.equal(local.hasStarted, verification.url !== url);
    }
  });

  it("should keep a query and a status service on this computer beside a running serve", async () => {
    const [query, status] = [{ url: "http://localhost:5551" }, { url: "http://[::1]:5552" }];
    await using local = localRun({ ...served(), query, status });
    const config = mergeChainConfig(await local.configured(chain()), 31337);
    assert.deepEqual([config.query, config.status], [query, status]);
  });

  it("should already be running for a command that only reads: VC905", async () => {
    await using local = localRun(served("http://127.0.0.1:1"), false);
    const error = await thrownBy(() => local.configured(chain()), "VC905");
    const next = "npx hardhat verify-contract serve --network devnode --verification-port 1";
    assert.include(error.for(host).problem.next, next);
    assert.equal(factOf(error, "Asked"), "http://127.0.0.1:1");
    assert.isUndefined(error.problem.likely);
    assert.isFalse(local.hasStarted);
  });

  it("should ask to stop the services of another node first, or name the setting for other ports: VC905", async () => {
    const nodeUrl = "http://127.0.0.1:1";
    await using local = localRun(served(), false);
    const error = await thrownBy(() => local.configured({ ...chain(), nodeUrl }));
    assert.match(error.for(host).problem.next ?? "", /^stop the services for the other node/);
    await using unset = localRun({}, false);
    const { problem } = (await thrownBy(() => unset.configured({ ...chain(), nodeUrl }))).for(host);
    assert.include(problem.likely, "other ports, set verifyContract.chains[31337].verification.url ");
    assert.notInclude(problem.next, "-port");
  });

  it("should be refused on a chain that isn't for development: VC120", async () => {
    for (const chainId of [1, 296, 11155111])
      for (const mayStart of [true, false]) {
        await using local = localRun({}, mayStart);
        const error = await thrownBy(() => local.configured({ ...chain(), chainId }), "VC120");
        const options = [["--force"], ["--local"]] as const;
        const line = { command: "verify", targets: ["0x1"], globals: [], options };
        const next = error.for({ ...host, line }).problem.next ?? "";
        // Nothing that is pasted after a rehearsal submits.
        assert.match(next, mayStart ? /0x1 --dry-run$/ : /0x1 --force$/);
      }
  });

  it("should need a node with a URL: VC903", async () => {
    await using local = localRun({});
    const error = await thrownBy(() => local.configured({ ...chain(), nodeUrl: undefined }));
    assert.deepEqual([error.code, error.for(host).problem.next], ["VC903", "--network localhost"]);
  });
});
