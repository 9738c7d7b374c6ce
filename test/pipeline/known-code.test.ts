import { assert } from "chai";

import { checkContract } from "../../src/internal/pipeline/check-contract.ts";
import { contractVerdict } from "../../src/internal/render/words/verdict.ts";
import { FakeChain } from "../helpers/fake-chain.ts";
import { ADDRESS, NOT_VERIFIED, runPipeline, withPorts } from "../helpers/pipeline/world.ts";

const CREATE3 = "0x363d3d37363d34f0";
const OTHER = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const CLONE = `0x363d3d373d3d3d363d73${OTHER.slice(2).toLowerCase()}5af43d82803e903d91602b57fd5bf3`;
const PUSH0_CLONE = `0x5f5f365f5f37365f73${OTHER.slice(2).toLowerCase()}5af43d5f5f3e6029573d5ffd5b3d5ff3`;
const ORIGINS = [{ tool: "foundry", name: "Clone", file: "broadcast/D.s.sol/1/run-latest.json" }] as const;

const at = (code: string) => ({
  chain: new FakeChain().deploy(ADDRESS, code, 5).growTo(20),
  script: { record: [NOT_VERIFIED] },
});

describe("pipeline - known code without sources", () => {
  it("should be named, with exit code 0 and nothing submitted", async () => {
    const { report, exitCode, service } = await runPipeline(at(CREATE3));
    assert.equal(report.outcome, "known-code");
    assert.equal(exitCode, 0);
    assert.isUndefined(report.error);
    assert.deepEqual(report.knownCode, { name: "a CREATE3 proxy", implementation: null });
    assert.isEmpty(service.submissions);
    assert.isEmpty(report.candidates);
    assert.include(contractVerdict(report).text, "a CREATE3 proxy, which has no sources");
  });

  it("should be no failure of a check either, as long as nothing is stored", async () => {
    const report = await withPorts(at(CREATE3), (ports, request) => {
      const { buildSource } = request;
      assert(buildSource.kind === "build-files");
      return checkContract(
        { ...request, action: "check", buildSource: { ...buildSource, isNamed: false } },
        ports,
      );
    });
    assert.equal(report.outcome, "known-code");
  });

  it("should be VC204 with its name where the user says which contract it is", async () => {
    const { report, exitCode } = await runPipeline({ ...at(CREATE3), request: { contract: "Counter" } });
    assert.deepEqual([report.outcome, report.error?.code, exitCode], ["no-build", "VC204", 1]);
    const known = report.error?.facts.find(({ label }) => label === "Known as")?.value;
    assert.equal(known, "a CREATE3 proxy");
  });

  it("should have the implementation of a minimal proxy that a deployment record names", async () => {
    const { report, exitCode } = await runPipeline({ ...at(CLONE), request: { origins: ORIGINS } });
    assert.deepEqual([report.outcome, exitCode], ["known-code", 0]);
    assert.deepEqual(report.knownCode, { name: "a minimal proxy (EIP-1167)", implementation: OTHER });
  });

  for (const [what, code, next] of [
    ["a minimal proxy", CLONE, /--follow-proxy$/],
    ["a clone that is not followed", PUSH0_CLONE, new RegExp(`verify-contract ${OTHER}`)],
  ] as const) {
    it(`should be VC206 for ${what} that the user named: what is meant is its implementation`, async () => {
      const { report, exitCode } = await runPipeline(at(code));
      assert.deepEqual([report.outcome, report.error?.code, exitCode], ["no-build", "VC206", 1]);
      assert.match(report.error?.next ?? "", next);
    });
  }
});
