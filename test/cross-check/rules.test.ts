import { globSync, readFileSync } from "node:fs";
import { assert } from "chai";
import { CHECKS, getClaimChecks } from "../../src/internal/cross-check/checks/index.ts";
import { matchGoodEnough } from "../../src/internal/cross-check/checks/match.ts";
import { CLAIMS } from "../../src/internal/cross-check/claims/index.ts";
import { CLAIM_IDS } from "../../src/internal/report/claim-ids.ts";

const TESTS = new URL("./checks/", import.meta.url);
const RULES = new URL("../../src/internal/cross-check/checks/", import.meta.url);

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

describe("cross-check - the tests of each check", () => {
  const files = globSync("*.test.ts", { cwd: TESTS });

  it("should be in the file named after the check's topic", () => {
    const topics = globSync("*.ts", { cwd: RULES, exclude: ["index.ts"] });
    assert.sameMembers(
      files,
      topics.map((file) => file.replace(/\.ts$/, ".test.ts")),
    );
  });

  it("should name the check's id", () => {
    const text = files.map((file) => readFileSync(new URL(file, TESTS), "utf8")).join("");
    for (const { id } of CHECKS) assert.include(text, `"${id}"`);
  });
});
