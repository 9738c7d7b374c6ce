import { assert } from "chai";
import { listRecorded } from "../../src/internal/commands/plan-run.ts";

const IMPLEMENTATION = "0x00000000000000000000000000000000000000E1";

describe("commands - the plan of related contracts", () => {
  it("should know the transactions of recorded calls, in which a factory creates contracts", () => {
    const deployment = { tool: "ignition", location: "", chainId: 1, contracts: [], passedOver: [] } as const;
    const calls = [`0x${"1".repeat(64)}`];
    assert.isEmpty(listRecorded({ deployments: [deployment] }, IMPLEMENTATION));
    assert.deepEqual(listRecorded({ deployments: [{ ...deployment, calls }] }, IMPLEMENTATION), [
      { address: IMPLEMENTATION, transactionHashes: calls },
    ]);
  });
});
