import { assert } from "chai";
import type { FakeChain } from "../helpers/fake-chain.ts";
import { NOT_VERIFIED, record, stored } from "../helpers/pipeline/answers.ts";
import { deployedChain } from "../helpers/pipeline/deployed.ts";
import { checkWithoutBuild, runPipeline, stateIn } from "../helpers/pipeline/world.ts";
import { json } from "../helpers/services/fault-server.ts";

describe("pipeline - the code on chain, read again before the verdict", () => {
  it("should refute code that changes during the run", async () => {
    const chain = deployedChain();
    chain.latestCodes.push("0x6001", "0x6001");
    const { report, exitCode } = await runPipeline({ script: { record: [stored()] }, chain });
    const state = stateIn(report, "runtime-code");
    assert.deepEqual([report.outcome, exitCode, state], ["check-failed", 1, "refuted"]);
  });

  for (const [what, run] of [
    ["without a build", checkWithoutBuild],
    ["with builds that don't have it", runPipeline],
  ] as const)
    it(`should not judge a contract by a wrong first answer, ${what}`, async () => {
      const chain = deployedChain();
      const current = chain.code.bind(chain);
      const wrong = ["0x6001"];
      chain.code = async (...asked) => wrong.shift() ?? current(...asked);
      const { report, exitCode } = await run({ script: { record: [stored()] }, chain });
      assert.deepEqual([report.outcome, report.error?.code, exitCode], ["unavailable", "VC302", 3]);
      assert.isUndefined(report.verdict);
    });

  it("should read unchanged code exactly twice", async () => {
    const { chain, report } = await runPipeline({ script: { record: [stored()] } });
    assert.equal(report.verdict, "verified");
    const found = chain.calls.filter((call) => call.startsWith("eth_getCode"));
    assert.deepEqual(found, ["eth_getCode 9", "eth_getCode"]);
  });
});

describe("pipeline - a creation transaction that a reorganization moves during the run", () => {
  /** A node that moves the transaction from block 4 to block 5 after its first receipt. */
  const moving = (): FakeChain => {
    const chain = deployedChain();
    const receipt = chain.receipt.bind(chain);
    let asked = 0;
    chain.receipt = async (hash) => {
      const found = await receipt(hash);
      asked++;
      return found && asked === 1 ? { ...found, blockNumber: 4 } : found;
    };
    return chain;
  };
  const check = (chain: FakeChain, blockNumber: string) => {
    const body = record();
    const deployment = { ...(body.deployment as object), blockNumber };
    const request = { action: "check" } as const;
    return runPipeline({ script: { record: [json(200, { ...body, deployment })] }, chain, request });
  };

  it("should be compared at its new place", async () => {
    const { report } = await check(moving(), "5");
    assert.equal(report.checks.find(({ id }) => id === "deployment-transaction")?.status, "passed");
    assert.equal(report.verdict, "verified");
  });

  it("should still refute a record with another place", async () => {
    for (const chain of [moving(), deployedChain()])
      assert.equal((await check(chain, "6")).report.error?.code, "VC412");
  });
});

describe("pipeline - a missing record, read again", () => {
  const request = { action: "check" } as const;

  it("should check the record if only the first answer lacks it", async () => {
    const { report } = await runPipeline({ script: { record: [NOT_VERIFIED, stored()] }, request });
    assert.equal(report.verdict, "verified");
  });

  it("should report the record as missing after two answers", async () => {
    const { report, exitCode, service } = await runPipeline({ script: { record: [NOT_VERIFIED] }, request });
    assert.deepEqual([report.error?.code, exitCode, service.count("record")], ["VC414", 1, 2]);
  });
});
