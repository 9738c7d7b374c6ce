import { assert } from "chai";
import { transactionHash } from "../helpers/fake-chain.ts";
import { matchedJob, NOT_VERIFIED, stored } from "../helpers/pipeline/answers.ts";
import { CREATION, deployedChain } from "../helpers/pipeline/deployed.ts";
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
