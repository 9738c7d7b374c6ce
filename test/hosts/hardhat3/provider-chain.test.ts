import { getEventListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { assert } from "chai";
import type { HookManager } from "hardhat/types/hooks";
import { toChain } from "../../../src/internal/hosts/hardhat3/host.ts";
import { connectionThat } from "../../helpers/commands/fake-hre.ts";

setFlagsFromString("--expose-gc");
const gc = runInNewContext("gc") as () => void;

async function countKept(objects: readonly WeakRef<object>[]): Promise<number> {
  // Values read in an event loop turn stay alive until it ends, and a finalizer may release more objects.
  for (let round = 0; round < 5; round++) {
    await sleep(5);
    gc();
  }
  return objects.filter((each) => each.deref() !== undefined).length;
}

const CALLS = 200;

describe("hardhat - the chain behind a provider", () => {
  it("should retain nothing of a completed call, however long its signal lives", async () => {
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

  it("should leave no listener on the signal of a failed call", async () => {
    const { signal } = new AbortController();
    const refused = Object.assign(new Error("the method is not there"), { code: -32601 });
    const chain = chainOver(() => Promise.reject(refused));
    for (let call = 0; call < 3; call++) await chain.latestBlock(signal).catch(() => {});
    assert.isEmpty(getEventListeners(signal, "abort"));
  });

  it("should stop waiting when the signal is aborted, without an unhandled rejection", async () => {
    const stop = new AbortController();
    const { promise, reject } = Promise.withResolvers<never>();
    const asked = chainOver(() => promise).latestBlock(stop.signal);
    stop.abort(new Error("enough"));
    const error = await asked.catch((reason: unknown) => reason);
    assert.strictEqual((error as Error).message, "enough");
    // Arrives too late and must be ignored.
    reject(new Error("the socket was closed"));
    assert.isEmpty(getEventListeners(stop.signal, "abort"));
  });
});

/** No hooks run for a provider that is called directly. */
function chainOver(request: () => Promise<unknown>) {
  return toChain(connectionThat(request), {} as HookManager);
}
