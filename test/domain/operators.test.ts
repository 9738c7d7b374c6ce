import { assert } from "chai";
import { groupByOperator, type OperatorsInput } from "../../src/internal/domain/operators.ts";

const RELAY = "https://testnet.relay.example/api";
const MIRROR = "https://mirror.example";
const VERIFY = "https://verify.example/server";
const URLS = { chain: RELAY, "query service": MIRROR, record: VERIFY };

const ACME = "https://all.example/rpc";
const ALL = {
  chain: `${ACME}?key=1`,
  "query service": "https://user:pw@all.example/mirror/",
  record: VERIFY,
};
const SERVICE = "verification service";
const BOTH = ["node and query service", "node and query service"];

/** Chain, query service and record, by what is known. */
const CASES: Readonly<Record<string, readonly [Partial<OperatorsInput>, readonly string[]]>> = {
  "each service on other chains": [{}, ["node", "query service", SERVICE]],
  "each service, whatever the port": [
    { urls: { ...URLS, "query service": "https://testnet.relay.example:8443" } },
    ["node", "query service", SERVICE],
  ],
  "Hedera's relay and mirror node": [{ chainId: 296 }, [...BOTH, SERVICE]],
  "Hedera's relay with an unknown URL": [
    { chainId: 296, urls: { ...URLS, chain: null } },
    [...BOTH, SERVICE],
  ],
  "a named relay and its mirror node": [
    { chainId: 296, configured: { [RELAY]: "Acme" } },
    ["Acme", "Acme", SERVICE],
  ],
  "a named mirror node and its relay": [
    { chainId: 296, configured: { [MIRROR]: "Acme" } },
    ["Acme", "Acme", SERVICE],
  ],
  "two names on Hedera": [
    { chainId: 296, configured: { "https://testnet.relay.example": "Acme", [MIRROR]: "Bolt" } },
    ["Acme", "Bolt", SERVICE],
  ],
  "one name for two services": [
    { configured: { [MIRROR]: "Acme", [VERIFY]: "Acme" } },
    ["node", "Acme", "Acme"],
  ],
  "URLs of one origin": [{ urls: ALL }, [...BOTH, SERVICE]],
  "URLs of one origin with a name": [
    { urls: ALL, configured: { [ACME]: "Acme" } },
    ["Acme", "Acme", SERVICE],
  ],
  "URLs of one origin with two names": [
    { urls: ALL, configured: { [ACME]: "Acme", "https://all.example/mirror": "Bolt" } },
    ["Acme", "Bolt", SERVICE],
  ],
};

/** Names in the configuration for the verification service. */
const NAMES: readonly (readonly [configured: Readonly<Record<string, string>>, name: string])[] = [
  [{ "https://verify.example": "Acme", "https://verify.example/server/": "Bolt" }, "Bolt"],
  [{ "https://verify.example/serv": "Acme" }, SERVICE],
  [{ "http://verify.example": "Acme" }, SERVICE],
  [{ "HTTPS://VERIFY.example:443/": "Acme" }, "Acme"],
];

describe("domain - who runs a witness", () => {
  for (const [what, [input, expected]] of Object.entries(CASES))
    it(`should be ${expected.join(", ")} for ${what}`, () => {
      const operatorOf = groupByOperator({ chainId: 1, urls: URLS, configured: {}, ...input });
      assert.deepEqual([operatorOf("chain"), operatorOf("query service"), operatorOf("record")], expected);
    });

  for (const [configured, name] of NAMES)
    it(`should be ${name} with ${JSON.stringify(configured)}, by whole path segments`, () =>
      assert.equal(groupByOperator({ chainId: 1, urls: URLS, configured })("record"), name));

  it("should be this project for anything on this computer", () => {
    const operatorOf = groupByOperator({ chainId: 296, urls: URLS, configured: {} });
    for (const witness of ["build", "deployment", "compiler", "request"] as const)
      assert.equal(operatorOf(witness), "this project");
  });
});
