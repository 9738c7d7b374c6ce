import { assert } from "chai";
import type { Judgement } from "../../../src/internal/cross-check/claim.ts";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { runChecks, runClaims } from "../../../src/internal/cross-check/run-checks.ts";
import type { ClaimId } from "../../../src/internal/report/claim-ids.ts";
import { withBody } from "../../helpers/cross-check/one-check.ts";
import { queryContract, recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

function stateOf(id: ClaimId, evidence: Evidence): Judgement["state"] {
  const found = runClaims(evidence, runChecks(evidence)).find((claim) => claim.id === id);
  return found?.state ?? assert.fail(`no claim ${id}`);
}

describe("cross-check - an interface of which only a part is compared", () => {
  it("should be vouched for where only its functions are the build's", () => {
    const renamed = withBody("metadata-hash-none", (body) => {
      body.abi = body.abi.map((entry: Readonly<Record<string, unknown>>) => ({
        ...entry,
        outputs: [{ name: "other", type: "uint256", internalType: "uint256" }],
      }));
      body.storageLayout = null;
    });
    assert.equal(stateOf("interface", renamed), "vouched");
    const same = withBody("metadata-hash-none", (body) => {
      body.storageLayout = null;
    });
    assert.equal(stateOf("interface", same), "proven");
  });
});

describe("cross-check - a query service that has no code of the contract yet", () => {
  it("should vouch for no identity", () => {
    const evidence = recordedEvidence(recording("plain"));
    assert.equal(stateOf("identity", evidence), "vouched");
    for (const runtime_bytecode of [null, "0x"]) {
      const contract = queryContract({ evm_address: evidence.facts.address, runtime_bytecode });
      assert.equal(stateOf("identity", { ...evidence, query: { state: "known", contract } }), "open");
    }
  });
});
