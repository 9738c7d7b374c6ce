import { setImmediate } from "node:timers/promises";
import { assert } from "chai";
import { getHostPace, limitConcurrency, limitPace } from "../../src/internal/commands/http-options.ts";
import type { HostPace } from "../../src/internal/services/http/hosts.ts";
import { isPrivateHost } from "../../src/internal/services/http/urls.ts";

const NEVER = new AbortController().signal;

describe("hardhat - the rate limit of a host", () => {
  it("should be shared by all paths of an origin, and not with other origins", () => {
    const pace = getHostPace("https://host.example/server");
    assert.equal(getHostPace("https://host.example"), pace);
    assert.equal(getHostPace("https://user:secret@host.example:443/other/"), pace);
    assert.notEqual(getHostPace("http://host.example"), pace);
    assert.notEqual(getHostPace("https://host.example:8443"), pace);
  });

  it("should not apply by default to this computer or a private network", () => {
    for (const url of [
      ...["http://127.0.0.1:7546", "http://localhost:8545/rpc", "http://[::1]:7546", "http://relay:7546"],
      ...["http://10.1.2.3", "https://172.31.0.1", "http://192.168.1.9:5551", "http://[fd00::1]"],
      ...["http://host.docker.internal:7546", "http://node.local", "http://a.localhost"],
    ])
      assert.isTrue(isPrivateHost(url), url);
    for (const url of [
      ...["https://testnet.hashio.io/api", "https://172.32.0.1", "http://11.0.0.1", "http://[2001:db8::1]"],
      ...["https://localhost.example", "https://10.0.0.1.example", "https://local.internal.io"],
    ])
      assert.isFalse(isPrivateHost(url), url);
  });

  it("should apply to clients that already have it, and to a private host only if one is configured", async () => {
    const timed = async (pace: HostPace): Promise<number> => {
      const startedAt = performance.now();
      for (let turns = 0; turns < 3; turns++) await pace.run(async () => {}, NEVER);
      return performance.now() - startedAt;
    };
    const limit = { requestsPerSecond: 2, requestsAtOnce: 1 };
    const slow = { requestsPerSecond: 0.05, requestsAtOnce: 1 };
    const ofPublic = getHostPace("https://limited.example/api");
    const ofPrivate = getHostPace("http://127.0.0.1:19");
    limitPace([undefined, "https://limited.example"], { publicHosts: limit, privateHosts: undefined });
    limitPace(["https://limited.example"], { publicHosts: undefined, privateHosts: slow });
    limitPace(["http://127.0.0.1:19"], { publicHosts: slow, privateHosts: undefined });
    assert.isAtLeast(await timed(ofPublic), 990);
    assert.isBelow(await timed(ofPrivate), 15_000);
    limitPace(["http://127.0.0.1:19"], { publicHosts: undefined, privateHosts: limit });
    assert.isAtLeast(await timed(ofPrivate), 990);
  });
});

describe("hardhat - how many contracts run at once", () => {
  const mostAtOnce = async (limit: number, services: readonly (readonly [string, number])[]) => {
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++running);
      await setImmediate();
      running -= 1;
    };
    await Promise.all(
      services.map(([serviceUrl, chainId]) => limitConcurrency(limit, { serviceUrl, chainId }, work)),
    );
    return most;
  };

  it("should be limited for each service, and each chain of a service, independently", async () => {
    const one = Array.from({ length: 10 }, () => ["https://one.example", 296] as const);
    assert.equal(await mostAtOnce(3, one), 3);
    const two = ["https://two.example", "https://three.example"].map((url) => [url, 296] as const);
    assert.equal(await mostAtOnce(1, two), 2);
    const chains = [295, 296, 295, 296].map((id) => ["https://four.example", id] as const);
    assert.equal(await mostAtOnce(1, chains), 2);
  });
});
