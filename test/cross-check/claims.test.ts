import { assert } from "chai";
import { CHECKS, getClaimChecks } from "../../src/internal/cross-check/checks/index.ts";
import { matchGoodEnough } from "../../src/internal/cross-check/checks/match.ts";
import { CLAIMS } from "../../src/internal/cross-check/claims/index.ts";
import { CLAIM_IDS } from "../../src/internal/report/claim-ids.ts";

describe("cross-check - claims", () => {
  it("should be listed in the report's order", () =>
    assert.deepEqual(
      CLAIMS.map(({ id }) => id),
      [...CLAIM_IDS],
    ));

  it("should be refuted only by existing checks, each of which belongs to one claim", () => {
    const named = CLAIMS.flatMap(({ id }) => getClaimChecks(id));
    const all = CHECKS.map(({ id }) => id).filter((id) => id !== matchGoodEnough.id);
    assert.sameMembers([...named], all);
  });
});
