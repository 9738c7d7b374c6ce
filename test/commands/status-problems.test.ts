import { assert } from "chai";
import { notAnswered, notConfigured } from "../../src/internal/commands/status.ts";
import { NO_HOST } from "../../src/internal/errors/host-words.ts";
import { HARDHAT_WORDS } from "../../src/internal/hosts/hardhat3/host.ts";
import { ServiceError, type ServiceErrorKind } from "../../src/internal/services/service-error.ts";

const READER = {
  words: { ...NO_HOST, configFile: "hardhat.config.ts", configKey: "verifyContract" },
  line: { subcommand: "status", targets: [], options: [], globals: [] },
};

function problemOf(kind: ServiceErrorKind, passedMs?: number) {
  const request = { service: "status service", method: "GET", url: "http://127.0.0.1:1/summary" } as const;
  const error = new ServiceError("no", { ...request, kind, reason: "connection refused" });
  const { facts, likely, next = "" } = notAnswered(error, READER, passedMs);
  return { reason: facts.find(({ label }) => label === "Reason")?.value, likely, next };
}

describe("status - a chain that has no status service", () => {
  const words = { ...HARDHAT_WORDS, defaultNetwork: "default" };

  it("should name the network as the likely cause where none was chosen", () => {
    const { problem } = notConfigured("default", 31337, words).for({ words });
    assert.equal(problem.likely, words.network.forgotten);
    assert.equal(problem.next, "choose the network with --network");
  });

  it("should name the key of any other", () => {
    for (const [name, chainId] of [
      ["localhost", 31337],
      ["default", 1],
      ["default", null],
    ] as const) {
      const { problem } = notConfigured(name, chainId, words).for({ words });
      assert.isUndefined(problem.likely);
      assert.match(problem.next ?? "", /^set verifyContract\./);
    }
  });
});

describe("status - a service that did not answer", () => {
  it("should suggest the same command where waiting helps", () => {
    for (const kind of ["unreachable", "busy", "server-error"] as const) {
      const { reason, likely, next } = problemOf(kind);
      assert.equal(reason, "connection refused");
      assert.isUndefined(likely);
      assert.match(next, / status$/);
    }
  });

  it("should suggest more time where the command's own ended", () => {
    const { reason, likely, next } = problemOf("aborted", 10_000);
    assert.equal(reason, "no answer within 10 s");
    assert.isUndefined(likely);
    assert.match(next, / status --timeout \d+$/);
  });

  it("should suggest another URL where the service has no such answer", () => {
    for (const kind of ["refused", "unusable"] as const) {
      const { likely, next } = problemOf(kind);
      assert.include(likely, "base URL");
      assert.equal(next, "check verifyContract.status.url in hardhat.config.ts");
    }
  });
});
