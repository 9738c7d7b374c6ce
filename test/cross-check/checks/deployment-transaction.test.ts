import { assert } from "chai";
import { FOREIGN, itFails, ofCreation, ofRecord } from "../../helpers/cross-check/changed-field.ts";
import { set, statusOf, withBody, withCreation } from "../../helpers/cross-check/one-check.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

describe("cross-check - deployment-transaction, a single changed field", () => {
  itFails("deployment-transaction", {
    "deployment.transactionHash": ofRecord(set("deployment.transactionHash", `0x${"ab".repeat(32)}`)),
    "chain: the creating transaction": ofCreation({ transactionHash: `0x${"cd".repeat(32)}` }),
  });
});

describe("cross-check - deployment-transaction, another deployer", () => {
  const named = (deployer: string) => withBody("plain", set("deployment.deployer", deployer));

  it("should fail where a signature proves the sender", () =>
    assert.equal(statusOf("deployment-transaction", named(FOREIGN)), "failed"));

  it("should be unknown without a signature: a node names another sender by each method", () => {
    const evidence = withCreation(named(FOREIGN), { isSigned: false });
    assert.equal(statusOf("deployment-transaction", evidence), "unknown");
  });

  it("should fail for another transaction, with and without a signature", () => {
    const evidence = withCreation(recordedEvidence(recording("plain")), {
      transactionHash: `0x${"cd".repeat(32)}`,
      isSigned: false,
    });
    assert.equal(statusOf("deployment-transaction", evidence), "failed");
  });

  it("should be skipped without a hash: a service keeps block and deployer of a wrong transaction that it was given", () => {
    const evidence = withBody("plain", (body) => {
      body.deployment = { ...body.deployment, transactionHash: null, blockNumber: "1" };
    });
    assert.equal(statusOf("deployment-transaction", evidence), "skipped");
  });
});
