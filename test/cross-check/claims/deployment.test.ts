import { assert } from "chai";

import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { runChecks, runClaims } from "../../../src/internal/cross-check/run-checks.ts";
import { withCreation } from "../../helpers/cross-check/one-check.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

const plain = recordedEvidence(recording("plain"));

function stateOf(evidence: Evidence): string | undefined {
  return runClaims(evidence, runChecks(evidence)).find(({ id }) => id === "deployment")?.state;
}

describe("cross-check - the claim deployment", () => {
  it("should be proven by a transaction that the chain shows to have created the contract", () => {
    assert.equal(stateOf(plain), "proven");
    assert.equal(stateOf(withCreation(plain, { knownFrom: "query-service" })), "proven");
  });

  it("should be vouched for where only the query service says that it did", () =>
    assert.equal(
      stateOf(withCreation(plain, { knownFrom: "query-service", initCode: undefined })),
      "vouched",
    ));

  it("should be vouched for by who named it where the contract may have been created anew since", () => {
    const initCode = plain.facts.creation?.initCode ?? assert.fail("It is recorded.");
    const doubt = "the contract may have been destroyed and created anew since";
    assert.equal(stateOf(withCreation(plain, { doubt })), "vouched");
    const bound = { doubt, initCode: { ...initCode, isInAddress: true } } as const;
    assert.equal(stateOf(withCreation(plain, bound)), "vouched", "the transaction may be an earlier one");
  });

  it("should be open where no transaction is known", () =>
    assert.equal(stateOf({ ...plain, facts: { ...plain.facts, creation: undefined } }), "open"));
});
