import { readFileSync } from "node:fs";
import { assert } from "chai";
import { SESSIONS } from "../../scripts/generate/terminal-picture.ts";
import { CHECKS } from "../../src/internal/cross-check/checks/index.ts";

const page = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
const README = page("README.md");
const MOST_LINES = 180;
const MOST_WORDS = 1600;

interface OutcomeSchema {
  definitions: { Outcome: { enum: string[] } };
}

describe("package - README", () => {
  it("should be readable in three minutes", () => {
    assert.isAtMost(README.trimEnd().split("\n").length, MOST_LINES);
    assert.isAtMost(README.split(/\s+/).length, MOST_WORDS);
  });

  for (const [file, screen] of [
    ["README.md", "verified"],
    ["docs/status.md", "status/major-outage"],
  ] as const)
    it(`should show a tested screen: ${screen}, in ${file}`, () => {
      assert.include(page(file), page(`test/golden/cli/${screen}.txt`).trimEnd());
    });

  it("should show each picture of a recorded session", () => {
    for (const [name, { title }] of Object.entries(SESSIONS))
      assert.include(README, `![${title}](docs/images/${name}.svg)`);
  });

  it("should state the number of checks", () => {
    assert.include(README, `[${CHECKS.length} checks](docs/cross-checks.md)`);
  });

  it("should link to every outcome", () => {
    assert.include(README, "(docs/outcomes.md)");
    const { definitions } = JSON.parse(page("schemas/verify-contract-1.schema.json")) as OutcomeSchema;
    for (const outcome of definitions.Outcome.enum)
      assert.include(page("docs/outcomes.md"), `\`${outcome}\``);
  });
});
