import { assert } from "chai";
import { codesOf } from "../helpers/compile.ts";
import { counter } from "../helpers/contracts.ts";
import { failedJob, NOT_VERIFIED } from "../helpers/pipeline/answers.ts";
import { runPipeline } from "../helpers/pipeline/world.ts";

const codeOf = (settings = {}) => codesOf(counter(settings), "contracts/Counter.sol", "Counter").runtime;

describe("pipeline - a failed job, explained by the codes that the service compared", () => {
  const run = (codes: Record<string, string>) =>
    runPipeline({
      request: { sources: "full" },
      script: { record: [NOT_VERIFIED], job: [failedJob("no_match", undefined, codes)] },
    });

  it("should show how the local code differs from what the service compiled", async () => {
    const { report } = await run({ recompiledRuntimeCode: codeOf({ optimizer: { enabled: false } }) });
    assert.equal(report.error?.code, "VC404");
    assert.isNotEmpty(report.explanations);
    assert.match(report.error?.likely ?? "", /compiled the input to code that differs/);
  });

  it("should say that the service sees different code on chain", async () => {
    const { report } = await run({ onchainRuntimeCode: "0x6001", recompiledRuntimeCode: codeOf() });
    assert.match(report.error?.likely ?? "", /lags behind, or is on another network/);
    assert.isEmpty(report.explanations);
  });
});
