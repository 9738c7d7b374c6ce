import { assert } from "chai";
import pLimit from "p-limit";
import { HostPace, type SlowDownInfo } from "../../src/internal/services/http/hosts.ts";
import { HttpClient, type HttpOptions } from "../../src/internal/services/http/http-client.ts";
import { type Behaviour, json, serve } from "../helpers/services/fault-server.ts";

const RETRY = { minDelayMs: 100, maxDelayMs: 1000 };

function client(url: string, pace: HostPace, options: Partial<HttpOptions> = {}): HttpClient {
  return new HttpClient({ url, pace, service: "verification service", retry: RETRY, ...options });
}

describe("faults - a host that answers 20 requests a second", () => {
  for (const [name, retryAfter] of [
    ["without Retry-After", undefined],
    ["with Retry-After in seconds", () => "1"],
  ] as const) {
    it(`should answer 60 parallel requests from 4 clients, ${name}`, async function () {
      this.timeout(60_000);
      await using server = await limited(20, retryAfter);
      const pace = new HostPace();
      const told: SlowDownInfo[] = [];
      const clients = Array.from({ length: 4 }, () =>
        client(server.url, pace, { onSlowDown: (info) => told.push(info) }),
      );
      await Promise.all(
        clients.flatMap((one) => Array.from({ length: 15 }, () => one.send({ method: "GET", path: "/" }))),
      );
      process.stdout.write(`      ${server.refused()} of ${server.requests.length} answers were 429\n`);
      // All 60 start at once; 40 of them are refused before any client can slow down.
      assert.isAtMost(server.refused(), 90);
      assert.isAtMost(told.length, 12);
      assert.equal(told[0]?.host, new URL(server.url).host);
    });
  }

  it("should reject few of 4 requests at a time, and let clients reach full speed", async function () {
    this.timeout(60_000);
    await using server = await limited(20);
    const pace = new HostPace();
    const clients = Array.from({ length: 4 }, () => client(server.url, pace));
    const fourAtOnce = pLimit(4);
    const ask = (count: number) =>
      fourAtOnce.map(Array.from({ length: count }).keys(), (index) =>
        clients[index % 4]?.send({ method: "GET", path: "/" }),
      );
    await ask(100);
    const share = server.refused() / server.requests.length;
    process.stdout.write(`      ${server.refused()} of ${server.requests.length} answers were 429\n`);
    assert.isBelow(share, 0.3);

    server.lift();
    await ask(120);
    assert.equal(pace.intervalMs, 0);
  });
});

/** @param perSecond Requests per second, and the size of a burst. */
async function limited(perSecond: number, retryAfter?: () => string) {
  let tokens = perSecond;
  let at = performance.now();
  let isLifted = false;
  let refusals = 0;
  const answer: Behaviour = (request, response) => {
    const now = performance.now();
    tokens = Math.min(perSecond, tokens + ((now - at) / 1000) * perSecond);
    at = now;
    if (isLifted || tokens >= 1) {
      tokens -= 1;
      return json(200, {})(request, response);
    }
    refusals += 1;
    const headers = retryAfter === undefined ? {} : { "retry-after": retryAfter() };
    json(429, { message: "too many requests" }, headers)(request, response);
  };
  const server = await serve(answer);
  return Object.assign(server, {
    refused: () => refusals,
    lift: () => {
      isLifted = true;
    },
  });
}
