import { assert } from "chai";
import { withCreation } from "../../helpers/cross-check/one-check.ts";
import { stateOf } from "../../helpers/cross-check/one-claim.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

const plain = recordedEvidence(recording("plain"));

describe("cross-check - the claim deployment", () => {
  it("should be proven by a transaction that the chain shows to have created the contract", () => {
    assert.equal(stateOf("deployment", plain), "proven");
    assert.equal(stateOf("deployment", withCreation(plain, { knownFrom: "query-service" })), "proven");
  });

  it("should be vouched for where only the query service says that it did", () =>
    assert.equal(
      stateOf("deployment", withCreation(plain, { knownFrom: "query-service", initCode: undefined })),
      "vouched",
    ));

  it("should be vouched for by who named it where the contract may have been created anew since", () => {
    const initCode = plain.facts.creation?.initCode ?? assert.fail("It is recorded.");
    const doubt = "the contract may have been destroyed and recreated since";
    assert.equal(stateOf("deployment", withCreation(plain, { doubt })), "vouched");
    const bound = { doubt, initCode: { ...initCode, isInAddress: true } } as const;
    assert.equal(
      stateOf("deployment", withCreation(plain, bound)),
      "vouched",
      "the transaction may be an earlier one",
    );
  });

  it("should be open where no transaction is known", () =>
    assert.equal(
      stateOf("deployment", { ...plain, facts: { ...plain.facts, creation: undefined } }),
      "open",
    ));
});
