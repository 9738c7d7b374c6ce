import { setTimeout as sleep } from "node:timers/promises";
import { assert } from "chai";
import { HostPace, type SlowDownInfo } from "../../../src/internal/services/http/hosts.ts";
import { HttpClient, type HttpOptions } from "../../../src/internal/services/http/http-client.ts";
import { failureOf } from "../../helpers/services/failure-of.ts";
import { json, serve } from "../../helpers/services/fault-server.ts";

const OK = json(200, {});
const NEVER = new AbortController().signal;
const RETRY = { minDelayMs: 100, maxDelayMs: 1000 };

function client(url: string, pace: HostPace, options: Partial<HttpOptions> = {}): HttpClient {
  return new HttpClient({ url, pace, service: "verification service", retry: RETRY, ...options });
}

function get(url: string, pace: HostPace, options: Partial<HttpOptions> = {}, signal?: AbortSignal) {
  return client(url, pace, options).send({ method: "GET", path: "/", signal });
}

describe("services - one pace per host", () => {
  it("should report a pause once and slow down once if several requests hit the limit", async () => {
    const refuse = json(429, {}, { "retry-after": "0" });
    await using server = await serve(refuse, refuse, refuse, refuse, OK);
    const pace = new HostPace();
    const pauses: SlowDownInfo[] = [];
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => get(server.url, pace, { onSlowDown: (info) => pauses.push(info) })),
    );
    assert.lengthOf(pauses, 1);
    const attempts = answers.map(({ about }) => about.attempts);
    assert.deepEqual(attempts, [2, 2, 2, 2]);
    assert.isBelow(pace.intervalMs, 250);
  });

  describe("and a known limit", () => {
    it("should cap the number of pending requests, even after failures and aborts", async () => {
      let underWay = 0;
      let most = 0;
      const held: (() => void)[] = [];
      await using server = await serve((request, response) => {
        most = Math.max(most, ++underWay);
        held.push(() => {
          underWay--;
          if (request.url === "/lost") response.destroy();
          else OK(request, response);
        });
      });
      const pace = new HostPace();
      pace.keepWithin({ requestsPerSecond: 1000, requestsAtOnce: 2 });
      const one = client(server.url, pace, { retry: { attempts: 1 } });
      const ask = (path: string, signal?: AbortSignal) =>
        one.send({ method: "GET", path, signal }).then(
          () => "answered",
          () => "failed",
        );
      const stop = new AbortController();
      const all = [
        ask("/lost"),
        ask("/", stop.signal),
        ask("/", stop.signal),
        ...Array.from({ length: 5 }, () => ask("/")),
      ];
      while (held.length < 2) await sleep(2);
      stop.abort();
      const letGo = setInterval(() => held.shift()?.(), 5);
      const ends = await Promise.all(all);
      clearInterval(letGo);
      assert.deepEqual(ends, ["failed", "failed", "failed", ...Array(5).fill("answered")]);
      // The server sees the end of a stopped request later than the client.
      assert.isAtMost(most, 3);
    });
  });

  describe("and a request that waits for its turn", () => {
    async function paused(pauseMs: number): Promise<HostPace> {
      const pace = new HostPace();
      await pace.run(
        async (round) => pace.pause(round, { pauseMs, isRetryAfter: false, isTooFast: true }),
        NEVER,
      );
      return pace;
    }

    it("should end with the signal, without sending anything", async () => {
      await using server = await serve(OK);
      const pace = await paused(60_000);
      const controller = new AbortController();
      const call = get(server.url, pace, {}, controller.signal);
      setTimeout(() => controller.abort(), 5);
      const error = await failureOf(call);
      assert.deepEqual([error.kind, error.attempts], ["aborted", 0]);
      assert.lengthOf(server.requests, 0);
    });

    it("should give up its place in the queue, wherever it stands", async () => {
      const pace = await paused(100);
      const left: string[] = [];
      const order: string[] = [];
      const wait = async (name: string, signal: AbortSignal): Promise<void> => {
        try {
          await pace.run(async () => order.push(name), signal);
        } catch {
          left.push(name);
        }
      };
      const first = new AbortController();
      const third = new AbortController();
      const all = [
        wait("first", first.signal),
        wait("second", NEVER),
        wait("third", third.signal),
        wait("fourth", NEVER),
      ];
      third.abort();
      first.abort();
      await Promise.all(all.filter((_, index) => index % 2 === 0));
      assert.deepEqual(order, [], "a request that leaves doesn't wait for the pause to end");
      await Promise.all(all);
      assert.deepEqual(order, ["second", "fourth"]);
      assert.sameMembers(left, ["first", "third"]);
    });
  });
});
