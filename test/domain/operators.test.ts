import { assert } from "chai";
import { groupByOperator, type OperatorsInput } from "../../src/internal/domain/operators.ts";

const RELAY = "https://testnet.relay.example/api";
const MIRROR = "https://mirror.example";
const VERIFY = "https://verify.example/server";
const URLS = { chain: RELAY, "query service": MIRROR, record: VERIFY };

function operators({ chainId = 1, urls = URLS, configured = {} }: Partial<OperatorsInput>) {
  const operatorOf = groupByOperator({ chainId, urls, configured });
  return [operatorOf("chain"), operatorOf("query service"), operatorOf("record")];
}

describe("domain - who runs a witness", () => {
  for (const chainId of [295, 296, 297, 298])
    it(`should be one operator for the relay and mirror node of chain ${chainId}`, () =>
      assert.deepEqual(operators({ chainId }), [
        "node and query service",
        "node and query service",
        "verification service",
      ]));

  it("should be one operator for a Hedera relay with an unknown URL, or if only one of them has a name", () => {
    assert.deepEqual(operators({ chainId: 296, urls: { ...URLS, chain: null } }).slice(0, 2), [
      "node and query service",
      "node and query service",
    ]);
    for (const configured of [{ [RELAY]: "Acme" }, { [MIRROR]: "Acme" }])
      assert.deepEqual(operators({ chainId: 296, configured }).slice(0, 2), ["Acme", "Acme"]);
  });

  it("should be two operators on Hedera if the configuration names two", () => {
    const configured = { "https://testnet.relay.example": "Acme", [MIRROR]: "Bolt" };
    assert.deepEqual(operators({ chainId: 296, configured }), ["Acme", "Bolt", "verification service"]);
  });

  it("should be one operator per service on other chains, whatever the host names", () => {
    assert.deepEqual(operators({}), ["node", "query service", "verification service"]);
    const urls = {
      chain: "https://rpc.acme.example",
      "query service": "https://mirror.acme.example",
      record: "https://verify.acme.example",
    };
    assert.deepEqual(operators({ urls }), ["node", "query service", "verification service"]);
    assert.lengthOf(
      new Set(operators({ urls: { ...urls, "query service": "https://rpc.acme.example:8443" } })),
      3,
    );
  });

  it("should be one operator if the configuration gives the services the same name", () => {
    const configured = { [MIRROR]: "Acme", [VERIFY]: "Acme" };
    assert.deepEqual(operators({ configured }), ["node", "Acme", "Acme"]);
  });

  it("should be one operator for URLs of one origin unless the configuration names two", () => {
    const urls = {
      chain: "https://all.example/rpc?key=1",
      "query service": "https://user:pw@all.example/mirror/",
      record: VERIFY,
    };
    assert.deepEqual(operators({ urls }).slice(0, 2), ["node and query service", "node and query service"]);
    assert.deepEqual(operators({ urls, configured: { "https://all.example/rpc": "Acme" } }).slice(0, 2), [
      "Acme",
      "Acme",
    ]);
    const configured = { "https://all.example/rpc": "Acme", "https://all.example/mirror": "Bolt" };
    assert.deepEqual(operators({ urls, configured }).slice(0, 2), ["Acme", "Bolt"]);
  });

  it("should use the longest matching URL in the configuration, by whole path segments", () => {
    const configured = { "https://verify.example": "Acme", "https://verify.example/server/": "Bolt" };
    assert.equal(operators({ configured })[2], "Bolt");
    assert.equal(
      operators({ configured: { "https://verify.example/serv": "Acme" } })[2],
      "verification service",
    );
    assert.equal(operators({ configured: { "http://verify.example": "Acme" } })[2], "verification service");
    assert.equal(operators({ configured: { "HTTPS://VERIFY.example:443/": "Acme" } })[2], "Acme");
  });

  it("should be this project for anything on this computer", () => {
    const operatorOf = groupByOperator({ chainId: 296, urls: URLS, configured: {} });
    for (const witness of ["build", "deployment", "compiler", "request"] as const)
      assert.equal(operatorOf(witness), "this project");
  });
});
