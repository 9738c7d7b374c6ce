import { assert } from "chai";
import { hostPace } from "../../src/internal/commands/host-pace.ts";
import { httpOptions } from "../../src/internal/commands/http-options.ts";

const RETRY = { requestTimeoutMs: 1000, retry: { attempts: 1, minDelayMs: 1, maxDelayMs: 1 } };

describe("hardhat - the pace of a host", () => {
  it("should be one for all paths of an origin, and another for another origin", () => {
    const pace = hostPace("https://host.example/server");
    assert.equal(hostPace("https://host.example"), pace);
    assert.equal(hostPace("https://user:secret@host.example:443/other/"), pace);
    assert.notEqual(hostPace("http://host.example"), pace);
    assert.notEqual(hostPace("https://host.example:8443"), pace);
  });

  it("should be given to each client of the process", () => {
    const options = () =>
      httpOptions({ url: "https://shared.example/", headers: {}, isConfigured: true }, RETRY, () => {});
    assert.isDefined(options().pace);
    assert.equal(options().pace, options().pace);
  });
});
