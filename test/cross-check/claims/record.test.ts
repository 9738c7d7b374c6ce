import { assert } from "chai";

import { runChecks, runClaims } from "../../../src/internal/cross-check/run-checks.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

const plain = recordedEvidence(recording("plain"));

function stateAfter(previouslyAt: string | undefined): string | undefined {
  const evidence = { ...plain, previouslyAt };
  return runClaims(evidence, runChecks(evidence)).find(({ id }) => id === "record")?.state;
}

describe("cross-check - the claim record", () => {
  const verifiedMs = Date.parse(plain.record.verifiedAt ?? assert.fail("It is recorded."));
  const minutesLater = (minutes: number): string => new Date(verifiedMs + minutes * 60_000).toISOString();

  it("should be proven where the service had no record before, or the same", () => {
    assert.equal(stateAfter(undefined), "proven");
    assert.equal(stateAfter(plain.record.verifiedAt), "proven");
    assert.equal(stateAfter(minutesLater(9)), "proven");
  });

  it("should be open where the record is older than the one that the service had before", () =>
    assert.equal(stateAfter(minutesLater(11)), "open"));
});
