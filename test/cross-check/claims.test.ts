import { assert } from "chai";
import { CHECKS, getClaimChecks } from "../../src/internal/cross-check/checks/index.ts";
import { matchGoodEnough } from "../../src/internal/cross-check/checks/match.ts";
import { CLAIMS } from "../../src/internal/cross-check/claims/index.ts";
import { CLAIM_IDS, NEEDED_CLAIMS } from "../../src/internal/report/claim-ids.ts";

describe("cross-check - claims", () => {
  it("should be those of the report, in its order", () =>
    assert.deepEqual(
      CLAIMS.map(({ id }) => id),
      [...CLAIM_IDS],
    ));

  it("should have the needed ones among them", () =>
    assert.includeMembers([...CLAIM_IDS], [...NEEDED_CLAIMS]));

  it("should each be refuted by checks that exist, and each check but the demand by one claim", () => {
    const named = CLAIMS.flatMap(({ id }) => getClaimChecks(id));
    const all = CHECKS.map(({ id }) => id).filter((id) => id !== matchGoodEnough.id);
    assert.sameMembers([...named], all);
  });
});
