import { assert } from "chai";
import { type PagesOptions, type QueryParameters, QueryService } from "../../../src/services.ts";
import { failureOf } from "../../helpers/services/failure-of.ts";
import { type Behaviour, json, neverAnswers, serve } from "../../helpers/services/fault-server.ts";
import { QUICK } from "../../helpers/services/quick.ts";

const TOKENS = "/api/v1/tokens";

function page(number: number, next?: unknown): Behaviour {
  return json(200, { tokens: [number], links: { next: next ?? null } });
}

/** The tokens on all pages. */
async function tokensAt(url: string, parameters?: QueryParameters, options?: PagesOptions) {
  const tokens: unknown[] = [];
  const pages = new QueryService({ ...QUICK, url }).pages(TOKENS, parameters, options);
  for await (const { tokens: some } of pages) tokens.push(...(some as unknown[]));
  return tokens;
}

describe("services - query service - pages", () => {
  it("should follow links.next to the end, with all parameters", async () => {
    await using server = await serve(
      page(1, "/api/v1/tokens?limit=1&token.id=gt:0.0.1&token.id=lt:9"),
      page(2, "/api/v1/tokens?limit=1&token.id=gt%3A0.0.2"),
      page(3),
    );
    assert.deepEqual(await tokensAt(server.url, { limit: 1 }), [1, 2, 3]);
    const found = server.requests.map(({ path }) => decodeURIComponent(path));
    assert.deepEqual(found, [
      "/api/v1/tokens?limit=1",
      "/api/v1/tokens?limit=1&token.id=gt:0.0.1&token.id=lt:9",
      "/api/v1/tokens?limit=1&token.id=gt:0.0.2",
    ]);
  });

  it("should stay below the base URL's path, whether or not the service includes it in links", async () => {
    await using server = await serve(
      page(1, "/api/v1/tokens?a=1"),
      page(2, "/mirror/api/v1/tokens?a=2"),
      page(3),
    );
    assert.deepEqual(await tokensAt(`${server.url}/mirror`), [1, 2, 3]);
    const paths = server.requests.map(({ path }) => path);
    assert.deepEqual(paths, [
      "/mirror/api/v1/tokens",
      "/mirror/api/v1/tokens?a=1",
      "/mirror/api/v1/tokens?a=2",
    ]);
  });

  for (const next of [
    "https://elsewhere.example/api/v1/tokens?x=1",
    "//elsewhere.example/api/v1/tokens",
    "http://user:password@127.0.0.1/api/v1/tokens",
    "/api/v2/tokens",
    "/api/v1/../../admin",
    "http://",
    7,
  ])
    it(`should not follow ${JSON.stringify(next)}`, async () => {
      await using server = await serve(page(1, next));
      const error = await failureOf(tokensAt(server.url));
      assert.equal(error.kind, "unusable");
      assert.include(error.message, "links.next");
      assert.lengthOf(server.requests, 1);
    });

  it("should stop if links.next is circular", async () => {
    await using server = await serve(page(1, "/api/v1/tokens?x=1"));
    const error = await failureOf(tokensAt(server.url));
    assert.equal(error.kind, "unusable");
    assert.lengthOf(server.requests, 2);
  });

  it("should stop at the page limit", async () => {
    let count = 0;
    await using server = await serve((request, response) =>
      page(count, `/api/v1/tokens?x=${count++}`)(request, response),
    );
    const error = await failureOf(tokensAt(server.url, {}, { maxPages: 5 }));
    assert.include(error.message, "more than 5 pages");
    assert.lengthOf(server.requests, 5);
  });

  it("should throw the failure of a page", async () => {
    for (const failure of [json(403, { message: "no" }), json(404, { _status: { messages: [] } })]) {
      await using server = await serve(failure);
      assert.equal((await failureOf(tokensAt(server.url))).kind, "refused");
    }
  });

  it("should end with its signal", async () => {
    await using server = await serve(page(1, "/api/v1/tokens?x=1"), neverAnswers);
    const ended = failureOf(tokensAt(server.url, {}, { signal: AbortSignal.timeout(50) }));
    assert.equal((await ended).kind, "aborted");
  });
});
