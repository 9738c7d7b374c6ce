import { assert } from "chai";
import { createRelatedTarget, listRecorded } from "../../src/internal/commands/plan-run.ts";
import type { RunTarget } from "../../src/internal/commands/run-parts.ts";
import type { Related } from "../../src/internal/pipeline/find-related.ts";

const IMPLEMENTATION = "0x00000000000000000000000000000000000000E1";

describe("commands - the plan of related contracts", () => {
  const listed = {
    contract: "TransparentUpgradeableProxy",
    recorded: [],
    origins: [],
  } as unknown as RunTarget;
  const related: Related = {
    address: IMPLEMENTATION,
    name: "Box",
    because: "implementation",
    isOfClone: false,
  };

  it("should not demand a listed proxy's contract name of its implementation", () => {
    const target = createRelatedTarget(related, listed, { deployments: [] });
    assert.isUndefined(target.contract);
    assert.equal(target.target.input, IMPLEMENTATION);
  });

  it("should know the transactions of recorded calls, in which a factory creates contracts", () => {
    const deployment = { tool: "ignition", location: "", chainId: 1, contracts: [], passedOver: [] } as const;
    const calls = [`0x${"1".repeat(64)}`];
    assert.isEmpty(listRecorded({ deployments: [deployment] }, IMPLEMENTATION));
    assert.deepEqual(listRecorded({ deployments: [{ ...deployment, calls }] }, IMPLEMENTATION), [
      { address: IMPLEMENTATION, transactionHashes: calls },
    ]);
  });

  it("should demand a listed clone's contract name of its implementation", () => {
    const target = createRelatedTarget({ ...related, isOfClone: true }, listed, { deployments: [] });
    assert.equal(target.contract, "TransparentUpgradeableProxy");
  });
});
