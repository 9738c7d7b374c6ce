import { assert } from "chai";
import {
  createFoundryConfig,
  parseInlineTable,
} from "../../../src/internal/builds/project/foundry-config.ts";
import { resolveFoundryEndpoints } from "../../../src/internal/builds/project/foundry-endpoints.ts";
import { chooseNode, parseChain } from "../../../src/internal/hosts/cli/host.ts";
import { addServices, findServices, redactUrl } from "../../../src/internal/hosts/cli/service-urls.ts";
import { PLAIN_WORDS } from "../../../src/internal/hosts/cli/words.ts";
import { thrownBy } from "../../helpers/thrown.ts";

/** forge fills it. */
const VARIABLE = "\u0024{KEY}";
const PROJECT = {
  rpc_endpoints: {
    testnet: `https://testnet.example/${VARIABLE}/v1`,
    table: { endpoint: "https://table.example", retries: 3 },
    keyed: { url: "https://keyed.example", auth: `Bearer ${VARIABLE}` },
    ws: "wss://ws.example",
  },
  profile: { default: { eth_rpc_url: "testnet" }, ci: { eth_rpc_url: "https://ci.example" } },
};

type Variables = Readonly<Record<string, string>>;

function endpoints(environment: Variables = {}, project: object = PROJECT, ofVariable: object = {}) {
  const global = { rpc_endpoints: { home: "https://home.example", table: "x" } };
  const files = { project: project as never, base: {}, global };
  return resolveFoundryEndpoints(createFoundryConfig(files, environment), ofVariable);
}

describe("plain command line - the node", () => {
  it("should come from the option, then from ETH_RPC_URL, then from Foundry's configuration", () => {
    const env = { KEY: "k3y", ETH_RPC_URL: "table" };
    assert.equal(chooseNode("http://a.example", endpoints(env))?.url, "http://a.example");
    const table = { name: "table", url: "https://table.example", headers: {}, source: "ETH_RPC_URL" };
    assert.deepEqual(chooseNode(undefined, endpoints(env)), table);
    assert.equal(chooseNode(undefined, endpoints({ KEY: "k3y" }))?.name, "testnet");
    const ci = { FOUNDRY_PROFILE: "ci" };
    assert.equal(chooseNode(undefined, endpoints(ci))?.url, "https://ci.example");
    const home = { ...ci, FOUNDRY_ETH_RPC_URL: "home" };
    assert.equal(chooseNode(undefined, endpoints(home))?.url, "https://home.example");
    assert.isUndefined(chooseNode(undefined, endpoints({}, {})));
  });

  it("should have an alias's variables filled in, and missing ones named", () => {
    assert.equal(chooseNode("testnet", endpoints({ KEY: "k3y" }))?.url, "https://testnet.example/k3y/v1");
    assert.throws(() => chooseNode("testnet", endpoints()), /^VC113 /);
    // Fails only if that alias is used.
    assert.equal(chooseNode("home", endpoints())?.url, "https://home.example");
  });

  it("should receive only its own alias's auth", () => {
    const env = { KEY: "k3y" };
    assert.deepEqual(chooseNode("keyed", endpoints(env))?.headers, { authorization: "Bearer k3y" });
    assert.deepEqual(chooseNode("https://keyed.example", endpoints(env))?.headers, {});
    assert.throws(() => chooseNode("keyed", endpoints()), /^VC113 /);
  });

  it("should receive the headers from the option, then from ETH_RPC_HEADERS, then from the profile", () => {
    const project = { ...PROJECT, profile: { default: { eth_rpc_headers: [`X-Key: ${VARIABLE}`] } } };
    const headersOf = (env: Variables, typed?: readonly string[]) =>
      chooseNode("home", endpoints({ KEY: "k3y", ...env }, project), typed)?.headers;
    assert.deepEqual(headersOf({}), { "x-key": "k3y" });
    assert.deepEqual(headersOf({ ETH_RPC_HEADERS: "a: 1,b:2, 3" }), { a: "1", b: "2, 3" });
    const typed = headersOf({ ETH_RPC_HEADERS: "a: 1" }, ["c: 4", "d: 5,e: 6"]);
    assert.deepEqual(typed, { c: "4", d: "5", e: "6" });
    // In a run on several networks: only the alias's own headers.
    assert.deepEqual(headersOf({ ETH_RPC_HEADERS: "a: 1" }, []), {});
    for (const wrong of ["key", "", "a b: c", "x-key: \u2026", "a: b\nc: d"])
      assert.throws(() => headersOf({}, [wrong]), /^VC106 /);
  });

  it("should include aliases from FOUNDRY_RPC_ENDPOINTS", async () => {
    const table = await parseInlineTable('{ added = "https://added.example" }');
    assert.equal(chooseNode("added", endpoints({}, PROJECT, table as object))?.url, "https://added.example");
    assert.deepEqual(await parseInlineTable("{"), {});
    assert.deepEqual(await parseInlineTable(undefined), {});
  });

  it("should be a local node for localhost, unless the project has that alias", () => {
    assert.equal(chooseNode("localhost", endpoints())?.url, "http://127.0.0.1:8545");
    const own = endpoints({}, { rpc_endpoints: { localhost: "http://127.0.0.1:9999" } });
    assert.equal(chooseNode("localhost", own)?.url, "http://127.0.0.1:9999");
  });

  it("should be rejected unless it is an HTTP URL or an alias", () => {
    for (const wrong of ["tesnet", "localhost:8545", "wss://x.example", "ws", "", "https://x.example/…"])
      assert.throws(() => chooseNode(wrong, endpoints()), /^VC106 /);
  });

  it("should be corrected, like a service or a chain, if the name is mistyped or the scheme is missing", async () => {
    const known = endpoints({}, { rpc_endpoints: { testnet: "http://a.example" } });
    const choose = (value: string) => chooseNode(value, known);
    const addVerifier = (url: string) => addServices({}, findServices(url, {}));
    for (const [option, read, wrong, meant] of [
      ["--rpc-url", choose, "tesnet", "testnet"],
      ["--rpc-url", choose, "localhost:8545", "http://localhost:8545"],
      ["--verifier-url", addVerifier, "localhost:5555", "http://localhost:5555"],
      ["--chain", parseChain, "hedra", "hedera"],
    ] as const) {
      const error = await thrownBy(() => read(wrong), "VC106");
      const line = { command: "status", targets: [], options: [], globals: [[option, wrong]] } as const;
      assert.include(error.for({ words: PLAIN_WORDS, line }).problem.next, `${option} ${meant}`);
    }
  });

  it("should be shown without possible keys", () => {
    for (const plain of ["http://127.0.0.1:8545", "testnet"]) assert.equal(redactUrl(plain), plain);
    assert.equal(redactUrl("--rpc-url=https://a.example/v3/k3y"), "--rpc-url=https://a.example/…");
    assert.equal(redactUrl("https://user:pw@a.example/?x=1"), "https://a.example/…");
  });

  it("should accept a chain by ID or by name", () => {
    assert.deepEqual([parseChain("296"), parseChain("Hedera-Testnet")], [296, 296]);
    for (const wrong of ["0", "1e3", "-1", "hedra", "constructor", ""])
      assert.throws(() => parseChain(wrong), /^VC106 /);
  });
});
