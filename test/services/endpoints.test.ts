import { readFileSync } from "node:fs";
import { assert } from "chai";
import { QueryService, StatusService, VerificationService } from "../../src/services.ts";
import { COMPLETED_JOB, EXACT, SUBMISSION } from "../helpers/services/examples.ts";
import { failureOf, misuseOf } from "../helpers/services/failure-of.ts";
import { json, serve, text } from "../helpers/services/fault-server.ts";
import { QUICK, VERIFICATION_ID } from "../helpers/services/quick.ts";

const ACCOUNT = "accounts/0.0.1001";
const ADDRESS = "0x60768b3b49dc7c031eed1bd4d1601b976c8d550e";
const ALIAS = "HIQQEXWKW53RKN4W6XXC4Q232SYNZ3SZANVZZSUME5B5PRGXL663UAQA";
const HASH = `0x${"ab".repeat(32)}`;
const TIMESTAMP = "1795253078.123456789";

/** The endpoints of a mirror node that are read with GET, with example values. */
const QUERY_ENDPOINTS = [
  "accounts",
  ...[ACCOUNT, `accounts/${ADDRESS}`, `accounts/${ALIAS}`, `accounts/0.0.${ALIAS}`],
  ...["crypto", "tokens", "nfts"].map((kind) => `${ACCOUNT}/allowances/${kind}`),
  ...["rewards", "airdrops/outstanding", "airdrops/pending", "nfts", "tokens"].map(
    (list) => `${ACCOUNT}/${list}`,
  ),
  "balances",
  "contracts",
  ...["0.0.1234", ADDRESS, ADDRESS.slice(2)].map((contract) => `contracts/${contract}`),
  "contracts/results",
  ...[HASH, "0.0.1001-1795253078-123456789"].map((hash) => `contracts/results/${hash}`),
  `contracts/results/${HASH}/actions`,
  "contracts/results/logs",
  "contracts/0.0.1234/results",
  `contracts/0.0.1234/results/${TIMESTAMP}`,
  "contracts/0.0.1234/results/logs",
  "contracts/0.0.1234/state",
  "tokens",
  "tokens/0.0.2001",
  "tokens/balances",
  "tokens/0.0.2001/balances",
  "tokens/0.0.2001/nfts",
  "tokens/0.0.2001/nfts/9223372036854775807",
  "tokens/0.0.2001/nfts/7/transactions",
  "tokens/nfts",
  "tokens/nfts/7",
  "tokens/nfts/0.0.2002/transactions",
  "transactions",
  "transactions/0.0.1001-1795253078-123456789",
  `transactions/${"ab".repeat(48)}`,
  "transactions/0.0.1001-1795253078-123456789/stateproof",
  "schedules",
  "schedules/0.0.3001",
  "blocks",
  ...["77", HASH].map((block) => `blocks/${block}`),
  "topics/0.0.4001",
  "topics/0.0.4001/messages",
  "topics/0.0.4001/messages/7",
  `topics/0.0.4001/messages/${TIMESTAMP}`,
  `topics/messages/${TIMESTAMP}`,
  ...["supply", "fees", "exchangerate", "nodes", "stake"].map((topic) => `network/${topic}`),
];

describe("services - endpoints of the query service", () => {
  it("should all be read with get, below the base URL's path", async () => {
    await using server = await serve(text(200, '{"n":9223372036854775807,"list":[{"a":[1]}]}'));
    const query = new QueryService({ ...QUICK, url: `${server.url}/base/` });
    for (const endpoint of QUERY_ENDPOINTS)
      assert.deepEqual(await query.get(`/api/v1/${endpoint}`), {
        n: "9223372036854775807",
        list: [{ a: [1] }],
      });
    const found = server.requests.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(
      found,
      QUERY_ENDPOINTS.map((endpoint) => `GET /base/api/v1/${endpoint}`),
    );
  });

  it("should get their query parameters unchanged and encoded", async () => {
    await using server = await serve(json(200, {}));
    const parameters = {
      limit: 2,
      order: "desc",
      "account.id": ["gte:0.0.1", "lt:0.0.9"],
      "ä&=": "ö +",
      no: undefined,
    };
    await new QueryService({ ...QUICK, url: server.url }).get("/api/v1/accounts", parameters);
    assert.equal(
      server.requests[0]?.path,
      "/api/v1/accounts?limit=2&order=desc&account.id=gte%3A0.0.1&account.id=lt%3A0.0.9&%C3%A4%26%3D=%C3%B6+%2B",
    );
  });

  it("should be undefined if the service doesn't have the item", async () => {
    await using server = await serve(json(404, { _status: { messages: [{ message: "Not found" }] } }));
    assert.isUndefined(await new QueryService({ ...QUICK, url: server.url }).get("/api/v1/tokens/7"));
  });

  it("should reject a response that isn't an object", async () => {
    for (const wrong of ["[1]", "null", '"x"', "7", "", "{"]) {
      await using server = await serve(text(200, wrong));
      const query = new QueryService({ ...QUICK, url: server.url });
      assert.equal((await failureOf(query.get("/api/v1/accounts"))).kind, "unusable");
      assert.equal((await failureOf(query.post("/api/v1/contracts/call", {}))).kind, "unusable");
    }
  });

  it("should get JSON or unchanged bytes with post, which is retried like a GET", async () => {
    await using server = await serve(text(502, ""), json(200, { high_volume_multiplier: 1 }));
    const query = new QueryService({ ...QUICK, url: server.url });
    const estimate = await query.post("/api/v1/network/fees", Buffer.from("0a03", "hex"));
    assert.deepEqual(estimate, { high_volume_multiplier: 1 });
    await query.post("/api/v1/contracts/call", { data: "0x5c60da1b" });
    const found = server.requests.map(({ method, path, headers, body }) => [
      `${method} ${path}`,
      headers["content-type"],
      body,
    ]);
    const fees = ["POST /api/v1/network/fees", "application/protobuf", "\n\u0003"];
    const call = ["POST /api/v1/contracts/call", "application/json", '{"data":"0x5c60da1b"}'];
    assert.deepEqual(found, [fees, fees, call]);
  });

  it("should refuse every path outside the API without sending anything", async () => {
    await using server = await serve(json(200, {}));
    const query = new QueryService({ ...QUICK, url: server.url });
    for (const path of [
      "",
      "/",
      "accounts",
      "/api/v1",
      "/api/v1/",
      "/api/v2/summary.json",
      "//elsewhere.example/api/v1/accounts",
      "https://elsewhere.example/api/v1/accounts",
      "/api/v1/../admin",
      "/api/v1/./accounts",
      "/api/v1/accounts/..",
      "/api/v1/accounts/%2e%2e/admin",
      "/api/v1/accounts//0.0.1",
      "/api/v1/accounts/",
      "/api/v1/accounts\\..\\admin",
      "/api/v1/accounts?limit=1",
      "/api/v1/accounts#x",
      "/api/v1/accounts\n",
      "/api/v1/ünïcode",
      `/api/v1/${"a".repeat(251)}`,
      `/api/v1${"/a".repeat(9)}`,
    ]) {
      assert.equal(await misuseOf(query.get(path)), "VC106", path);
      assert.equal(await misuseOf(query.post(path, {})), "VC106", path);
      assert.equal(await misuseOf(query.pages(path).next()), "VC106", path);
    }
    assert.isEmpty(server.requests);
  });
});

describe("services - endpoints of the verification service", () => {
  it("should be requested below the base URL's path", async () => {
    await using server = await serve(
      json(202, { verificationId: VERIFICATION_ID }),
      json(200, COMPLETED_JOB),
      json(200, EXACT),
    );
    const service = new VerificationService({ ...QUICK, url: `${server.url}/base/` });
    await service.submit(296, ADDRESS, SUBMISSION);
    await service.job(VERIFICATION_ID);
    await service.contract(296, ADDRESS);
    assert.deepEqual(
      server.requests.map(({ method, path }) => `${method} ${path}`),
      [
        `POST /base/v2/verify/296/${ADDRESS}`,
        `GET /base/v2/verify/${VERIFICATION_ID}`,
        `GET /base/v2/contract/296/${ADDRESS}`,
      ],
    );
    assert.equal(server.requests[0]?.headers["content-type"], "application/json");
  });

  it("should not be requested if a parameter is invalid", async () => {
    await using server = await serve(json(200, EXACT));
    const service = new VerificationService({ ...QUICK, url: server.url });
    for (const value of [
      "",
      "..",
      ".",
      "a/b",
      "%2e%2e",
      "1?x=1",
      "1#x",
      "1\n",
      " 1",
      "-1",
      "ünïcode",
      "1e3",
    ]) {
      assert.equal(await misuseOf(service.job(value)), "VC106", value);
      assert.equal(await misuseOf(service.submit(value, ADDRESS, SUBMISSION)), "VC106", value);
      assert.equal(await misuseOf(service.submit(296, value, SUBMISSION)), "VC106", value);
      assert.equal(await misuseOf(service.contract(value, ADDRESS)), "VC106", value);
      assert.equal(await misuseOf(service.contract(296, value)), "VC106", value);
    }
    assert.isEmpty(server.requests);
  });
});

describe("services - docs/services.md", () => {
  const page = readFileSync(new URL("../../docs/services.md", import.meta.url), "utf8");
  for (const Service of [VerificationService, QueryService, StatusService])
    it(`should list every method of ${Service.name}`, () => {
      const methods = Object.getOwnPropertyNames(Service.prototype).filter((name) => name !== "constructor");
      for (const method of methods) assert.match(page, new RegExp(`^\\| .*\`${method}[\`(]`, "m"));
    });
});
