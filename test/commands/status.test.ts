import { assert } from "chai";
import type { Host } from "../../src/internal/commands/host.ts";
import { notAnswered, notConfigured, readStatus } from "../../src/internal/commands/status.ts";
import { NO_HOST } from "../../src/internal/errors/host-words.ts";
import { HARDHAT_WORDS } from "../../src/internal/hosts/hardhat3/host.ts";
import { ServiceError, type ServiceErrorKind } from "../../src/internal/services/service-error.ts";
import { deadUrl, neverAnswers, serve } from "../helpers/services/fault-server.ts";
import { thrownBy } from "../helpers/thrown.ts";

/** The part of a host that the command uses. */
const hostOf = (status: unknown): Host =>
  ({
    userConfig: { status },
    network: { name: "testnet", chainId: 31337 },
    readSecret: async (value: unknown) => String(value),
    globals: [],
    words: HARDHAT_WORDS,
  }) as Partial<Host> as Host;

const read = (status: unknown, timeoutMs = 5000, signal = new AbortController().signal) => {
  const found = { checkedAt: new Date(0), network: null, service: null };
  return readStatus(hostOf(status), found, timeoutMs, signal, () => {});
};

describe("status - reading the service", () => {
  it("should report why it can't tell: out of reach, the time limit, or a stop by the user", async () => {
    await using server = await serve(neverAnswers);
    const unreached = await read({ url: await deadUrl() }, 1000);
    const late = await read({ url: server.url }, 300);
    const stopped = await read({ url: server.url }, 5000, AbortSignal.timeout(200));
    const codes = [unreached, late, stopped].map(({ exitCode, error }) => `${exitCode} ${error?.code}`);
    assert.deepEqual(codes, ["3 VC601", "3 VC601", "3 VC603"]);
    assert.deepEqual(unreached.network, { name: "testnet", chainId: 31337 });
    const reason = late.error?.facts.find(({ label }) => label === "Reason");
    assert.equal(reason?.value, "no answer within 0.3 s");
  });

  it("should refuse a chain that has no status service", async () =>
    assert.equal((await thrownBy(() => read(undefined))).code, "VC602"));
});

const READER = {
  words: { ...NO_HOST, configFile: "hardhat.config.ts", configKey: "verifyContract" },
  line: { command: "status", targets: [], options: [], globals: [] },
};

function problemOf(kind: ServiceErrorKind, passedMs?: number) {
  const request = { service: "status service", method: "GET", url: "http://127.0.0.1:1/summary" } as const;
  const error = new ServiceError("no", { ...request, kind, reason: "connection refused" });
  const { facts, likely, next = "" } = notAnswered(error, READER, passedMs);
  return { reason: facts.find(({ label }) => label === "Reason")?.value, likely, next };
}

describe("status - a chain without a status service", () => {
  const words = { ...HARDHAT_WORDS, defaultNetwork: "default" };
  const host = { words, globals: [] };

  it("should suggest a forgotten network if none was chosen, and else name the setting", () => {
    const { problem } = notConfigured("default", 31337, host).for({ words });
    assert.equal(problem.likely, words.network.forgotten);
    assert.equal(problem.next, "choose the network with --network");
    for (const [name, chainId] of [
      ["localhost", 31337],
      ["default", 1],
      ["default", null],
    ] as const) {
      const { problem } = notConfigured(name, chainId, host).for({ words });
      const isServed = chainId === 31337;
      assert.equal(problem.likely?.includes("verify-contract serve --network localhost") ?? false, isServed);
      assert.match(problem.next ?? "", /^set verifyContract\./);
    }
  });

  it("should be named by its chain if no network was chosen", () => {
    const { message } = notConfigured("", 5, host).for({ words }).problem;
    assert.equal(message, "No status service is configured for chain 5.");
  });
});

describe("status - a service that didn't answer", () => {
  it("should suggest the same command if waiting helps, with a longer timeout if its own passed", () => {
    for (const kind of ["unreachable", "busy", "server-error", "aborted"] as const) {
      const isLate = kind === "aborted";
      const { reason, likely, next } = problemOf(kind, isLate ? 10_000 : undefined);
      assert.equal(reason, isLate ? "no answer within 10 s" : "connection refused");
      assert.isUndefined(likely);
      assert.match(next, isLate ? / status --timeout \d+$/ : / status$/);
    }
  });

  it("should suggest another URL if the answer isn't from a status service", () => {
    for (const kind of ["refused", "unusable"] as const) {
      const { likely, next } = problemOf(kind);
      assert.include(likely, "base URL");
      assert.equal(next, "check verifyContract.status.url in hardhat.config.ts");
    }
  });
});
