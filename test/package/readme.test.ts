import { readFileSync } from "node:fs";

import { assert } from "chai";

import { flagOf, optionsOf } from "../../src/internal/commands/options.ts";
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

  it("should have every option of the tasks that verify", () => {
    const rows = README.split("\n").filter((line) => line.startsWith("| `--"));
    for (const command of ["verify", "deployments"] as const)
      for (const { name } of optionsOf(command)) {
        const row = new RegExp(`^\\| [^|]*\`${flagOf(name)}[\` ]`);
        assert.isTrue(
          rows.some((each) => row.test(each)),
          flagOf(name),
        );
      }
  });

  it("should have every outcome", () => {
    for (const outcome of OUTCOMES) assert.include(README, `\`${outcome}\``);
  });
});
