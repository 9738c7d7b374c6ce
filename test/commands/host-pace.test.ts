import { assert } from "chai";
import { hostPace, httpOptions, limitPace } from "../../src/internal/commands/http-options.ts";

const SERVICE = {
  url: "https://shared.example/",
  headers: {},
  isConfigured: true,
  requestTimeoutMs: 1000,
  retry: { attempts: 1, minDelayMs: 1, maxDelayMs: 1 },
};

describe("hardhat - the pace of a host", () => {
  it("should be one for all paths of an origin, and another for another origin", () => {
    const pace = hostPace("https://host.example/server");
    assert.equal(hostPace("https://host.example"), pace);
    assert.equal(hostPace("https://user:secret@host.example:443/other/"), pace);
    assert.notEqual(hostPace("http://host.example"), pace);
    assert.notEqual(hostPace("https://host.example:8443"), pace);
  });

  it("should be limited for those who have it already", async () => {
    const pace = hostPace("https://limited.example");
    limitPace([undefined, "https://limited.example/api"], { requestsPerSecond: 1, requestsAtOnce: 4 });
    limitPace(["https://limited.example"], undefined);
    const startedAt = performance.now();
    for (const _ of [1, 2]) await pace.turn(new AbortController().signal);
    assert.isAtLeast(performance.now() - startedAt, 990);
  });

  it("should be given to each client of the process", () => {
    const options = () => httpOptions(SERVICE, () => {});
    assert.isDefined(options().pace);
    assert.equal(options().pace, options().pace);
  });
});
