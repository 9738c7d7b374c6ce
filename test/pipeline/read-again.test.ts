import { assert } from "chai";
import type { FakeChain } from "../helpers/fake-chain.ts";
import {
  checkWithoutBuild,
  deployedChain,
  NOT_VERIFIED,
  runPipeline,
  stored,
} from "../helpers/pipeline/world.ts";

function changing(...codes: readonly (string | undefined)[]): FakeChain {
  const chain = deployedChain();
  chain.latestCodes.push(...codes);
  return chain;
}

async function runOn(chain: FakeChain) {
  const { report, exitCode } = await runPipeline({ script: { record: [stored()] }, chain });
  const state = (id: string) => report.claims?.find((claim) => claim.id === id)?.state;
  return { report, exitCode, state };
}

describe("pipeline - the code on chain, read again before the verdict", () => {
  it("should refute code that changes during the run", async () => {
    const { report, exitCode, state } = await runOn(changing("0x6001", "0x6001"));
    assert.deepEqual([report.outcome, exitCode, state("runtime-code")], ["check-failed", 1, "refuted"]);
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
