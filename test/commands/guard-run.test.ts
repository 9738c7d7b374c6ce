import { assert } from "chai";
import { guardRun } from "../../src/internal/commands/guard-run.ts";
import type { Host } from "../../src/internal/commands/host.ts";
import { createHardhatHost } from "../../src/internal/hosts/hardhat3/host.ts";
import { fakeHre } from "../helpers/commands/fake-hre.ts";
import { factOf, thrownBy } from "../helpers/thrown.ts";

const KEY = "9aa3d95b3bc440fa88ea12eaa4456161";
const CONFIG = { verification: { url: `http://127.0.0.1:9/${KEY}` } };

describe("hardhat - the outer error handling of a run", () => {
  it("should turn an unexpected error into a code, without secrets", async () => {
    const error = await thrownBy(() => guarded(() => Promise.reject(new TypeError(`no ${KEY}`))));
    assert.deepEqual([error.code, factOf(error, "Error")], ["VC999", "TypeError: no ***"]);
    assert.notInclude(`${error.stack} ${(error.cause as Error).stack}`, KEY);
    assert.match(error.problem.next ?? "", /^report it/);
  });

  it("should rethrow an error that the host explains, without secrets", async () => {
    const own = Object.assign(new Error(`HHE1: ${KEY}`), { name: "HardhatError", arguments: { url: KEY } });
    assert.equal(await guarded(() => Promise.reject(own)).catch((error: unknown) => error), own);
    assert.notInclude(JSON.stringify([own.message, own.stack, own.arguments]), KEY);
  });

  it("should rethrow what the caller's own onProgress throws", async () => {
    const own = new Error("enough");
    const ended = guardRun(host(), fail, async ({ onProgress }) => {
      // A contract would catch this error.
      try {
        onProgress("event");
      } catch {}
      return "report";
    });
    assert.equal(await ended.catch((error: unknown) => error), own);

    function fail(): void {
      throw own;
    }
  });

  function host(): Host {
    return createHardhatHost(fakeHre("/tmp/no-project", CONFIG));
  }

  function guarded(work: () => Promise<unknown>): Promise<unknown> {
    return guardRun(host(), undefined, work);
  }
});
