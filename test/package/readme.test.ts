import { readFileSync } from "node:fs";

import { assert } from "chai";

import { CHECKS } from "../../src/internal/cross-check/checks/index.ts";
import { OUTCOMES } from "../helpers/outcomes.ts";

const README = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

describe("package - README", () => {
  for (const screen of ["verified", "no-build", "deployments", "status/major-outage"]) {
    it(`should show the screen that a test keeps: ${screen}`, () => {
      const golden = readFileSync(new URL(`../golden/cli/${screen}.txt`, import.meta.url), "utf8");
      assert.include(README, golden.trimEnd());
    });
  }

  it("should name as many checks as there are", () => {
    assert.include(README, `[${CHECKS.length} checks](docs/cross-checks.md)`);
  });

  it("should have every outcome", () => {
    for (const outcome of OUTCOMES) assert.include(README, `\`${outcome}\``);
  });
});
