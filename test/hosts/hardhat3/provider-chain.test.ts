import { getEventListeners } from "node:events";
import { assert } from "chai";
import type { HookManager } from "hardhat/types/hooks";
import { toChain } from "../../../src/internal/hosts/hardhat3/host.ts";
import { countKept } from "../../helpers/collect-garbage.ts";
import { connectionThat } from "../../helpers/commands/fake-hre.ts";

const CALLS = 200;

describe("hardhat - the chain over a provider", () => {
  it("should keep nothing of a call that has ended, however long its signal lives", async () => {
    const answers: WeakRef<object>[] = [];
    const { signal } = new AbortController();
    const chain = chainOver(() => {
      const block = { timestamp: "0x1" };
      answers.push(new WeakRef(block));
      return Promise.resolve(block);
    });
    for (let call = 0; call < CALLS; call++) await chain.timestampOf(call, signal);
    assert.lengthOf(answers, CALLS);
    assert.isAtMost(await countKept(answers), 2);
    assert.isEmpty(getEventListeners(signal, "abort"));
  });

  it("should keep nothing at the signal of a call that failed", async () => {
    const { signal } = new AbortController();
    const refused = Object.assign(new Error("the method is not there"), { code: -32601 });
    const chain = chainOver(() => Promise.reject(refused));
    for (let call = 0; call < 3; call++) await chain.latestBlock(signal).catch(() => {});
    assert.isEmpty(getEventListeners(signal, "abort"));
  });

  it("should no longer wait for a provider when the signal is aborted, and leave nothing unhandled", async () => {
    const stop = new AbortController();
    const { promise, reject } = Promise.withResolvers<never>();
    const asked = chainOver(() => promise).latestBlock(stop.signal);
    stop.abort(new Error("enough"));
    const error = await asked.catch((reason: unknown) => reason);
    assert.strictEqual((error as Error).message, "enough");
    // Too late, and nobody's business.
    reject(new Error("the socket was closed"));
    assert.isEmpty(getEventListeners(stop.signal, "abort"));
  });
});

/** None of the hooks is run for a provider that is asked by itself. */
function chainOver(request: () => Promise<unknown>) {
  return toChain(connectionThat(request), {} as HookManager);
}
