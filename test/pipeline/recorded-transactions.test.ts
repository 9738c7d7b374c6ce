import { assert } from "chai";
import { transactionHash } from "../helpers/fake-chain.ts";
import {
  ACCEPTED,
  CREATION,
  deployedChain,
  matchedJob,
  NOT_VERIFIED,
  runPipeline,
  stored,
} from "../helpers/pipeline/world.ts";

const STALE = transactionHash(99);

async function verified(named: readonly string[], withoutState = false) {
  const chain = deployedChain();
  chain.withoutState = withoutState;
  const known: (string | null)[] = [];
  const { report } = await runPipeline({
    chain,
    script: { record: [NOT_VERIFIED, stored()], submit: [ACCEPTED], job: [matchedJob()] },
    ports: { recordedTransactions: async () => named },
    onProgress: (event) => event.type === "target" && known.push(event.creationKnownFrom),
  });
  return { report, known: known[0] };
}

describe("pipeline - transactions in deployment records", () => {
  it("should be used if the chain confirms one, even without older state", async () => {
    for (const withoutState of [false, true]) {
      const { report, known } = await verified([STALE, CREATION], withoutState);
      assert.deepEqual([report.target.creationTransactionHash, known], [CREATION, "deployment"]);
      assert.equal(report.outcome, "verified");
    }
  });
});
