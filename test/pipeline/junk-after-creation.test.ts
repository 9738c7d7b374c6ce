import { assert } from "chai";
import { explainMissingCreation } from "../../src/internal/render/words/facts.ts";
import { FakeChain } from "../helpers/fake-chain.ts";
import { stored } from "../helpers/pipeline/answers.ts";
import { ADDRESS, codeOf, project } from "../helpers/pipeline/deployed.ts";
import { runPipeline } from "../helpers/pipeline/world.ts";

describe("pipeline - bytes after the build's creation code", () => {
  it("should be explained beside the missing match", async () => {
    const { runtime, creation } = codeOf(project());
    const { report } = await runPipeline({
      chain: new FakeChain().create(ADDRESS, runtime, `${creation}deadbeef`).growTo(9),
      script: { record: [stored("exact_match", null)] },
    });
    const reason =
      "4 bytes follow the creation code on chain, but encoded arguments are always a multiple of 32 bytes long";
    assert.deepEqual(
      report.explanations.map(({ side, text }) => [side, text]),
      [["creation", reason]],
    );
    assert.equal(explainMissingCreation(report), `, because ${reason}`);
  });
});
