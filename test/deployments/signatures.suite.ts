import { assert } from "chai";
import { verifyJson } from "../helpers/cli.ts";
import { factsOf } from "../helpers/deployment-cases.ts";
import { stageOf } from "../helpers/deployments/stage.ts";
import { heldFor } from "../helpers/held-for.ts";

const CREATE3_PROXY = "0x278cEaF70cfd476ce087c9923780FcaD189FC6d1";

describe("deployments - contracts from several functions of a Foundry script, with CREATE3 and several chains", () => {
  const stage = heldFor(() => stageOf("foundry-signatures"));

  it("should also be verified one by one, with the build in `out` and the transaction in the broadcast", async () => {
    const made = factsOf("foundry-signatures").contracts.find(({ creationInput }) => creationInput === null);
    const { report } = await verifyJson(stage.project, [made?.address ?? ""], stage);
    const [token] = report.contracts;
    assert.equal(token?.outcome, "verified");
    assert.equal(token?.contract?.identifier, made?.name);
    // Another contract created it, so that a search of the chain does not find the transaction.
    assert.equal(token?.target.creationTransactionHash, made?.creationTransactionHash);
    assert.isEmpty(token?.deployments);
  });

  it("should all be verified with exit code 0, and the CREATE3 proxy recognised", async () => {
    const { report } = await verifyJson(stage.project, ["deployments"], stage);
    const { contracts } = factsOf("foundry-signatures");
    assert.deepEqual(report.summary.outcomes, {
      verified: contracts.length - 1,
      "already-verified": 1,
      "known-code": 1,
    });
    assert.equal(report.exitCode, 0);
    const proxy = report.contracts.find(({ target }) => target.address === CREATE3_PROXY);
    assert.equal(proxy?.knownCode?.name, "a CREATE3 proxy");
    for (const { target, match, outcome } of report.contracts)
      if (outcome !== "known-code") assert.equal(match?.runtimeMatch, "exact_match", target.input);
  });
});
