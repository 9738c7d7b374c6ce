import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { assert } from "chai";
import { HostBreaker } from "../../../src/internal/services/http/hosts.ts";
import type { HttpOptions, RetryInfo } from "../../../src/internal/services/http/http-client.ts";
import { failureOf } from "../../helpers/services/failure-of.ts";
import {
  type Behaviour,
  badGatewayPage,
  cutShort,
  deadUrl,
  endless,
  json,
  neverAnswers,
  notLoopback,
  oneByteAtATime,
  reset,
  resetInBody,
  serve,
  text,
} from "../../helpers/services/fault-server.ts";
import { quickClient as client, getThing as get } from "../../helpers/services/quick.ts";

const OK = json(200, { ok: true });

function post(url: string, options: Partial<HttpOptions> = {}, signal?: AbortSignal) {
  return client(url, options).send({ method: "POST", path: "/thing", body: { a: 1 }, signal });
}

/** The request's error, and the number of requests the server received. */
async function failing(behaviour: Behaviour, options: Partial<HttpOptions> = {}, send = get) {
  await using server = await serve(behaviour);
  const error = await failureOf(send(server.url, options));
  return { error, asked: server.requests.length };
}

describe("services - transport faults", () => {
  for (const [name, behaviour] of Object.entries({ reset, resetInBody, cutShort }))
    it(`should recover from one ${name}`, async () => {
      await using server = await serve(behaviour, OK);
      const answer = await get(server.url);
      assert.deepEqual([answer.text, answer.about.attempts], ['{"ok":true}', 2]);
    });

  const tooLong = { requestTimeoutMs: 60 };
  const limited = { maxResponseBytes: 300_000, requestTimeoutMs: 2000 };
  const gzip = { "content-encoding": "gzip" };
  const bomb = gzipSync(Buffer.alloc(20_000_000));
  const later = json(429, { message: "slow" }, { "retry-after": "7" });
  for (const [what, behaviour, options, kind, words, asked] of [
    ["a request that is never answered", neverAnswers, tooLong, "timeout", "60 ms", 3],
    ["a body of one byte at a time", oneByteAtATime, tooLong, "timeout", "60 ms", 3],
    ["a persistent rate limit", later, {}, "busy", "429", 3],
    ["a body that is too large", endless(), limited, "unusable", "more than 300000 bytes", 1],
    [
      "a body that is too large once decompressed",
      text(200, bomb, gzip),
      limited,
      "unusable",
      "more than 300000 bytes",
      1,
    ],
    ["data after the compressed body", endless(200, gzip, gzipSync("{}")), limited, "unusable", "", 1],
  ] as const)
    it(`should give up after ${what}`, async () => {
      const ended = await failing(behaviour, options);
      assert.deepEqual([ended.error.kind, ended.asked], [kind, asked]);
      assert.include(ended.error.message, words);
      assert.equal(ended.error.retryAfterMs, behaviour === later ? 7000 : undefined);
    });

  describe("that persist", () => {
    it("should report that the connection was refused", async () => {
      const url = notLoopback(await deadUrl());
      const error = await failureOf(get(url));
      assert.deepEqual([error.kind, error.attempts, error.url], ["unreachable", 3, `${url}/thing`]);
      assert.include(error.message, "the connection was refused (ECONNREFUSED)");
      assert.equal(error.reason, "the connection was refused (ECONNREFUSED)");
      assert.instanceOf(error.cause, Error);
    });

    it("should report that the host name can't be resolved", async () => {
      const error = await failureOf(get("http://no-such-host.invalid"));
      assert.equal(error.kind, "unreachable");
      assert.match(error.message, /can't be resolved \((ENOTFOUND|EAI_AGAIN)\)/);
    });

    it("should give up at once if a local service never answered", async () => {
      const url = await deadUrl();
      const names = [url, url.replace("127.0.0.1", "localhost"), url.replace("127.0.0.1", "[::1]")];
      for (const name of names) assert.equal((await failureOf(get(name))).attempts, 1, name);
    });

    it("should retry a local service that answered an earlier request, even another client's", async () => {
      const breaker = new HostBreaker();
      const server = await serve(OK);
      const asked = client(server.url, { breaker });
      await asked.send({ method: "GET", path: "/thing" });
      await server[Symbol.asyncDispose]();
      assert.equal((await failureOf(asked.send({ method: "GET", path: "/thing" }))).attempts, 3);
      assert.equal((await failureOf(get(server.url, { breaker: new HostBreaker() }))).attempts, 1);
    });

    it("should quote the sanitised page that came instead of a response", async () => {
      await using server = await serve(badGatewayPage);
      const error = await failureOf(get(server.url));
      assert.equal(error.status, 502);
      assert.equal(error.serviceMessage, "<html> <head><title>502 Bad Gateway</title></head>");
      assert.include(error.message, `answered 502 to GET ${server.url}/thing; it said: "<html> <head>`);
      assert.notMatch(error.message, /\p{Cc}/u);
    });
  });

  describe("in size and encoding", () => {
    it("should read gzip, and report broken gzip", async () => {
      const packed = gzipSync('{"ok":true}');
      await using server = await serve(text(200, packed, { "content-encoding": "gzip" }));
      assert.equal((await get(server.url)).text, '{"ok":true}');
      await using broken = await serve(text(200, packed.subarray(0, 12), { "content-encoding": "gzip" }));
      assert.equal((await failureOf(get(broken.url))).kind, "unusable");
      await using garbage = await serve(text(200, "not gzip", { "content-encoding": "gzip" }));
      assert.include((await failureOf(get(garbage.url))).message, "can't be decompressed");
      await using empty = await serve(text(200, "", { "content-encoding": "gzip" }));
      assert.equal((await get(empty.url)).text, "");
      await using unknown = await serve(text(200, "?", { "content-encoding": "compress" }));
      assert.equal((await failureOf(get(unknown.url))).kind, "unusable");
    });

    it("should keep the status of an oversized error page, compressed or not", async () => {
      const page = Buffer.from(`<h1>Forbidden</h1>${"x".repeat(200_000)}`);
      const noise = Buffer.concat([Buffer.from("<h1>Forbidden</h1>"), randomBytes(200_000)]);
      const gzip = { "content-encoding": "gzip" };
      for (const answer of [
        text(403, page),
        text(403, gzipSync(page), gzip),
        text(403, gzipSync(noise), gzip),
      ]) {
        await using server = await serve(answer);
        const error = await failureOf(get(server.url));
        assert.deepEqual([error.kind, error.status], ["refused", 403]);
      }
    });
  });

  describe("of a request with side effects", () => {
    it("should retry if the request can't have arrived", async () => {
      const retries: RetryInfo[] = [];
      const error = await failureOf(
        post(notLoopback(await deadUrl()), { onRetry: (info) => retries.push(info) }),
      );
      assert.equal(error.attempts, 3);
      assert.isUndefined(error.mayHaveArrived);
      const found = retries.map(({ attempt, method, service }) => [attempt, method, service]);
      assert.deepEqual(found, [
        [1, "POST", "query service"],
        [2, "POST", "query service"],
      ]);
    });

    for (const [name, behaviour] of Object.entries({ reset, neverAnswers, "502": badGatewayPage }))
      it(`should not retry if the request may have arrived: ${name}`, async () => {
        const { error, asked } = await failing(behaviour, { requestTimeoutMs: 150 }, post);
        assert.deepEqual([error.mayHaveArrived, asked], [true, 1]);
      });

    it("should open a new connection, but reuse one for every other request", async () => {
      await using server = await serve(OK);
      const service = client(server.url);
      for (const method of ["GET", "GET", "POST", "POST", "GET", "GET", "GET"] as const)
        await service.send({ method, path: "/", ...(method === "POST" ? { body: {} } : {}) });
      const portsOf = (wanted: string) =>
        new Set(server.requests.filter(({ method }) => method === wanted).map(({ port }) => port));
      // Two may be kept, when a request follows at once.
      assert.isAtMost(portsOf("GET").size, 2);
      assert.equal(portsOf("POST").size, 2);
      assert.isTrue(portsOf("POST").isDisjointFrom(portsOf("GET")));
    });
  });

  describe("and the deadline of the call", () => {
    it("should end a pending request", async () => {
      const { error, asked } = await failing(neverAnswers, { deadlineMs: 60 }, post);
      assert.deepEqual([error.kind, error.mayHaveArrived, asked], ["timeout", true, 1]);
      assert.equal(error.reason, "no answer within 60 ms, counting all attempts");
    });
  });

  describe("of a slow connection", () => {
    it("should allow a large body more time", async () => {
      await using server = await serve((_request, response) => {
        setTimeout(() => response.end("{}"), 300);
      });
      const service = client(server.url, { requestTimeoutMs: 100 });
      // Random data, which compression hardly shrinks.
      const body = (bytes: number) =>
        ({ method: "POST", path: "/", body: randomBytes(bytes).toString("base64") }) as const;
      assert.equal((await service.send(body(60 * 1024))).status, 200);
      assert.equal((await failureOf(service.send(body(1024)))).kind, "timeout");
    });
  });

  describe("and an abort", () => {
    it("should end a pending request, and report that it may have arrived", async () => {
      await using server = await serve(neverAnswers);
      const controller = new AbortController();
      const reason = new Error("the deadline passed");
      const call = post(server.url, {}, controller.signal);
      setTimeout(() => controller.abort(reason), 30);
      const error = await failureOf(call);
      assert.equal(error.kind, "aborted");
      assert.isTrue(error.mayHaveArrived);
      assert.equal(error.cause, reason);
    });

    it("should end the wait between two attempts", async () => {
      await using server = await serve(json(503, {}, { "retry-after": "3600" }));
      const controller = new AbortController();
      const error = await failureOf(
        post(
          server.url,
          { retry: { maxRetryAfterMs: 3_600_000 }, onRetry: () => setTimeout(() => controller.abort(), 5) },
          controller.signal,
        ),
      );
      assert.equal(error.kind, "aborted");
      assert.isUndefined(error.mayHaveArrived);
      assert.lengthOf(server.requests, 1);
    });
  });
});
