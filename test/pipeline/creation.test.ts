import { assert } from "chai";
import { explainMissingCreation } from "../../src/internal/render/words/facts.ts";
import { FakeChain, transactionHash } from "../helpers/fake-chain.ts";
import { matchedJob, NOT_VERIFIED, stored } from "../helpers/pipeline/answers.ts";
import { ADDRESS, CREATION, codeOf, deployedChain, project } from "../helpers/pipeline/deployed.ts";
import { runPipeline } from "../helpers/pipeline/world.ts";

const STALE = transactionHash(99);

async function verified(named: readonly string[], withoutState = false) {
  const chain = deployedChain();
  chain.withoutState = withoutState;
  const { report } = await runPipeline({
    chain,
    script: { record: [NOT_VERIFIED, stored()], job: [matchedJob()] },
    ports: { recordedTransactions: async () => named },
  });
  return report;
}

describe("pipeline - transactions in deployment records", () => {
  it("should be used if the chain confirms one, even without older state", async () => {
    for (const withoutState of [false, true]) {
      const report = await verified([STALE, CREATION], withoutState);
      assert.equal(report.target.creationTransactionHash, CREATION);
      assert.equal(report.submitted[0]?.creationTransactionHash, CREATION, "known before the job");
      assert.equal(report.outcome, "verified");
    }
  });
});

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
