import { readFileSync } from "node:fs";
import { assert } from "chai";
import { QueryService, StatusService, VerificationService } from "../../src/services.ts";
import { failureOf, misuseOf } from "../helpers/services/failure-of.ts";
import { json, serve, text } from "../helpers/services/fault-server.ts";
import { QUICK } from "../helpers/services/quick.ts";

/** Endpoints with each form of a segment: a word, an ID, an alias, a hash, a timestamp and a transaction's ID. */
const QUERY_ENDPOINTS = [
  "accounts",
  "accounts/0.0.1001/airdrops/outstanding",
  "accounts/0.0.HIQQEXWKW53RKN4W6XXC4Q232SYNZ3SZANVZZSUME5B5PRGXL663UAQA",
  `contracts/results/0x${"ab".repeat(32)}/actions`,
  "topics/messages/1795253078.123456789",
  "transactions/0.0.1001-1795253078-123456789/stateproof",
];

describe("services - endpoints of the query service", () => {
  it("should be readable with get, below the base URL's path", async () => {
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

  it("should receive their query parameters encoded but unchanged", async () => {
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

  it("should reject a response that isn't an object", async () => {
    for (const wrong of ["[1]", "null", "{"]) {
      await using server = await serve(text(200, wrong));
      const query = new QueryService({ ...QUICK, url: server.url });
      assert.equal((await failureOf(query.get("/api/v1/accounts"))).kind, "unusable");
      assert.equal((await failureOf(query.post("/api/v1/contracts/call", {}))).kind, "unusable");
    }
  });

  it("should receive JSON or unchanged bytes with post, which is retried like a GET", async () => {
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
      "https://elsewhere.example/api/v1/accounts",
      "/api/v1/accounts/%2e%2e/admin",
      "/api/v1/accounts?limit=1",
      `/api/v1/${"a".repeat(251)}`,
    ]) {
      assert.equal(await misuseOf(query.get(path)), "VC106", path);
      assert.equal(await misuseOf(query.post(path, {})), "VC106", path);
      assert.equal(await misuseOf(query.pages(path).next()), "VC106", path);
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
