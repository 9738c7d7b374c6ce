import { assert } from "chai";
import { VerificationService } from "../../../src/internal/services/verification/verification-service.ts";
import { EXACT } from "../../helpers/services/examples.ts";
import { failureOf } from "../../helpers/services/failure-of.ts";
import { type Behaviour, json, serve, text } from "../../helpers/services/fault-server.ts";
import { ADDRESS, QUICK } from "../../helpers/services/quick.ts";

async function allChains(behaviour: Behaviour, once = false) {
  await using server = await serve(behaviour);
  const asked = new VerificationService({ ...QUICK, url: server.url }).allChains(ADDRESS, { once });
  return await asked.finally(() => assert.isAtMost(server.requests.length, once ? 1 : 10));
}

const ON_BASE = { ...EXACT, chainId: "8453", match: "match", creationMatch: null, runtimeMatch: "match" };

describe("services - verification service - all chains of an address", () => {
  it("should read a result for each chain", async () => {
    const results = await allChains(json(200, { results: [EXACT, { ...ON_BASE, unknown: { field: 1 } }] }));
    assert.deepEqual(results, [EXACT, ON_BASE] as never);
  });

  it("should take a 404 without results for an answer, as the service gives it", async () => {
    assert.deepEqual(await allChains(json(404, { results: [] })), []);
    assert.deepEqual(await allChains(json(200, { results: [] })), []);
  });

  const unusable: Readonly<Record<string, Behaviour>> = {
    "a 404 of another program": text(404, "<html>Not Found</html>"),
    "a 404 with results": json(404, { results: [EXACT] }),
    "no results": json(200, {}),
    "results that are no list": json(200, { results: { 0: EXACT } }),
    "a chain that is none": json(200, { results: [{ ...EXACT, chainId: "0x1" }] }),
    "a chain below zero": json(200, { results: [{ ...EXACT, chainId: -1 }] }),
    "a match that is none": json(200, { results: [{ ...EXACT, match: "perfect" }] }),
    "another address": json(200, { results: [{ ...EXACT, address: `0x${"12".repeat(20)}` }] }),
    "thousands of chains": json(200, {
      results: Array.from({ length: 1001 }, (_, index) => ({ ...EXACT, chainId: String(index) })),
    }),
    "an array": json(200, [EXACT]),
    "no JSON": text(200, "<html>"),
  };
  for (const [name, behaviour] of Object.entries(unusable))
    it(`should refuse ${name}`, async () => {
      assert.oneOf((await failureOf(allChains(behaviour))).kind, ["unusable", "refused"]);
    });

  it("should ask once where the caller can do without an answer", async () => {
    await using server = await serve(text(503, ""));
    const retries: unknown[] = [];
    const service = new VerificationService({
      ...QUICK,
      url: server.url,
      onRetry: (info) => retries.push(info),
    });
    await failureOf(service.allChains(ADDRESS, { once: true }));
    assert.lengthOf(server.requests, 1);
    assert.isEmpty(retries);
    await failureOf(service.allChains(ADDRESS));
    assert.isAbove(server.requests.length, 2);
  });
});
