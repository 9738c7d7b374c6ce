import { assert } from "chai";
import type { Host } from "../../src/internal/commands/host.ts";
import { readStatus } from "../../src/internal/commands/status.ts";
import { HARDHAT_WORDS } from "../../src/internal/hosts/hardhat3/host.ts";
import { emptyStatusReport } from "../../src/internal/services/status/status-facts.ts";
import { deadUrl, json, neverAnswers, serve } from "../helpers/services/fault-server.ts";
import { thrownBy } from "../helpers/thrown.ts";

/** What the command needs of a host. */
const hostOf = (status: unknown): Host =>
  ({
    userConfig: { status },
    network: { name: "testnet", chainId: 31337 },
    readSecret: async (value: unknown) => String(value),
    globals: [],
    words: HARDHAT_WORDS,
  }) as Partial<Host> as Host;

const read = (status: unknown, timeoutMs = 5000, signal = new AbortController().signal) =>
  readStatus(hostOf(status), emptyStatusReport(new Date(0)), timeoutMs, signal, () => {});

describe("status - reading it", () => {
  it("should report that the service can't be reached", async () => {
    const report = await read({ url: await deadUrl() }, 1000);
    assert.deepEqual([report.exitCode, report.error?.code], [3, "VC601"]);
    assert.deepEqual(report.network, { name: "testnet", chainId: 31337 });
  });

  it("should report that the time is over", async () => {
    await using server = await serve(neverAnswers);
    const report = await read({ url: server.url }, 300);
    assert.deepEqual([report.exitCode, report.error?.code], [3, "VC601"]);
    const reason = report.error?.facts.find(({ label }) => label === "Reason");
    assert.equal(reason?.value, "no answer within 0.3 s");
  });

  it("should report that the user stopped it", async () => {
    await using server = await serve(neverAnswers);
    const report = await read({ url: server.url }, 5000, AbortSignal.timeout(200));
    assert.deepEqual([report.exitCode, report.error?.code], [3, "VC603"]);
  });

  it("should report a stop before the service is asked", async () => {
    await using server = await serve(json(200, {}));
    const report = await read({ url: server.url }, 5000, AbortSignal.abort());
    assert.deepEqual([report.exitCode, report.error?.code], [3, "VC603"]);
    assert.isEmpty(server.requests);
  });

  it("should refuse a chain that has no status service", async () =>
    assert.equal((await thrownBy(() => read(undefined))).code, "VC602"));
});
