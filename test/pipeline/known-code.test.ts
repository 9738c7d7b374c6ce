import { assert } from "chai";
import { contractVerdict } from "../../src/internal/render/words/verdict.ts";
import { cloneOf } from "../helpers/contracts.ts";
import { FakeChain } from "../helpers/fake-chain.ts";
import { NOT_VERIFIED } from "../helpers/pipeline/answers.ts";
import { ADDRESS, CREATION } from "../helpers/pipeline/deployed.ts";
import { checkWithoutBuild, runPipeline } from "../helpers/pipeline/world.ts";
import { json } from "../helpers/services/fault-server.ts";

const CREATE3 = "0x363d3d37363d34f0";
const OTHER = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const CLONE = cloneOf(OTHER);
const SEQUENCE = "0x363d3d373d3d3d363d30545af43d82803e903d91601857fd5bf3";
const EXACT = { minMatch: "exact_match", requireCreation: false } as const;
const ORIGINS = [
  { tool: "foundry", naming: "guess", name: "Clone", file: "broadcast/D.s.sol/1/run-latest.json" },
] as const;

const at = (code: string) => ({
  chain: new FakeChain().deploy(ADDRESS, code, 5).growTo(20),
  script: { record: [NOT_VERIFIED] },
});

describe("pipeline - known code without sources", () => {
  it("should be named, with exit code 0 and nothing submitted", async () => {
    const { report, exitCode, service } = await runPipeline(at(CREATE3));
    assert.deepEqual([report.outcome, exitCode], ["known-code", 0]);
    assert.isUndefined(report.error);
    assert.deepEqual(report.knownCode, { name: "a CREATE3 proxy", implementation: null });
    assert.isEmpty(service.submissions);
    assert.isEmpty(report.candidates);
    assert.include(contractVerdict(report).text, "a CREATE3 proxy, which has no sources");
  });

  for (const [what, demand] of Object.entries({
    "--require": { required: ["metadata-hash"], options: [["--require", "metadata-hash"]] },
    "--require-creation": {
      requirement: { minMatch: "match", requireCreation: true },
      options: [["--require-creation"]],
    },
    "--min-match exact_match": { requirement: EXACT, options: [["--min-match", "exact_match"]] },
  } as const))
    it(`should not satisfy ${what}: VC208`, async () => {
      const setting = { ...at(SEQUENCE), request: { ...demand, origins: ORIGINS } };
      const { report, exitCode } = await runPipeline(setting);
      assert.deepEqual([report.outcome, report.error?.code, exitCode], ["no-build", "VC208", 1]);
      assert.isUndefined(report.knownCode);
      const { report: checked } = await checkWithoutBuild(setting);
      assert.equal(checked.error?.code, "VC208");
    });

  it("should not fail if only the configuration requires exact matches", async () => {
    const { report } = await runPipeline({ ...at(SEQUENCE), request: { requirement: EXACT } });
    assert.equal(report.outcome, "known-code");
  });

  it("should be a delegated account, and not a Hedera token, on a chain other than Hedera", async () => {
    const { report } = await runPipeline(at(`0xef0100${"0".repeat(37)}167`));
    assert.equal(report.error?.code, "VC311");
    assert.equal(report.proxy?.implementation, "0x0000000000000000000000000000000000000167");
  });

  it("should contradict a record that names a contract: VC209", async () => {
    const recorded = [{ address: ADDRESS, transactionHashes: [], contractName: "Coin" }];
    const setting = { ...at(CREATE3), request: { origins: ORIGINS, recorded } };
    const { report, exitCode } = await runPipeline(setting);
    assert.deepEqual([report.outcome, report.error?.code, exitCode], ["check-failed", "VC209", 1]);
    assert.match(report.error?.message ?? "", /named Coin, but the code there is a CREATE3 proxy/);
    const { report: checked } = await checkWithoutBuild(setting);
    assert.equal(checked.error?.code, "VC209");
    const clone = await runPipeline({ ...at(CLONE), request: { origins: ORIGINS, recorded } });
    assert.deepEqual([clone.report.error?.code, clone.exitCode], ["VC206", 1]);
    const request = { origins: ORIGINS, recorded, dryRun: true };
    const dry = await runPipeline({ ...at(CLONE), request });
    assert.deepEqual([dry.report.outcome, dry.exitCode], ["known-code", 0]);
  });

  it("should contradict a record that names a creation transaction for a system contract: VC309", async () => {
    const target = "0x0000000000000000000000000000000000000167";
    const at = async (transactionHashes: readonly string[]) => {
      const recorded = [{ address: target, transactionHashes }];
      const request = { origins: ORIGINS, recorded };
      const { report } = await runPipeline({
        target,
        request,
        chain: new FakeChain(296),
        script: { record: [NOT_VERIFIED] },
        ports: { chainId: 296 },
      });
      return [report.outcome, report.error?.code];
    };
    assert.deepEqual(await at([CREATION]), ["not-deployed", "VC309"]);
    assert.deepEqual(await at([]), ["known-code", undefined]);
  });

  it("should not be waited for if the query service has a keyed account at the address: VC310", async () => {
    const account = json(200, { account: "0.0.1234", key: { _type: "ED25519", key: "aa" } });
    const notFound = json(404, { _status: { messages: [{ message: "Not found" }] } });
    const events: string[] = [];
    const { report } = await runPipeline({
      target: OTHER,
      chain: new FakeChain(296),
      script: {
        record: [NOT_VERIFIED],
        query: [(...of) => (of[0].url?.startsWith("/api/v1/accounts/") ? account : notFound)(...of)],
      },
      ports: { chainId: 296, codeWaitMs: 100 },
      onProgress: ({ type }) => events.push(type),
    });
    assert.equal(report.error?.code, "VC310");
    assert.notInclude(events, "waiting-for-code");
  });
});
