import { setImmediate } from "node:timers/promises";
import { assert } from "chai";
import { limitConcurrency } from "../../src/internal/commands/http-options.ts";

const sharers = (serviceUrl: string, chainId = 296) => ({ chainId, serviceUrl });

describe("hardhat - how many contracts at once", () => {
  it("should keep to the configured number for one service, and let another service's through", async () => {
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await setImmediate();
      running -= 1;
    };
    await Promise.all(
      Array.from({ length: 10 }, () => limitConcurrency(3, sharers("https://one.example"), work)),
    );
    assert.equal(most, 3);

    most = 0;
    await Promise.all(
      ["https://two.example", "https://three.example"].map((url) => limitConcurrency(1, sharers(url), work)),
    );
    assert.equal(most, 2);
  });

  it("should count each chain by itself, where one service is for several", async () => {
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await setImmediate();
      running -= 1;
    };
    const chains = [295, 296, 295, 296];
    await Promise.all(chains.map((id) => limitConcurrency(1, sharers("https://four.example", id), work)));
    assert.equal(most, 2);
  });
});
