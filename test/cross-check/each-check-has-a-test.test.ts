import { globSync, readFileSync } from "node:fs";
import { assert } from "chai";
import { CHECKS } from "../../src/internal/cross-check/checks/index.ts";

const TESTS = new URL("./checks/", import.meta.url);
const RULES = new URL("../../src/internal/cross-check/checks/", import.meta.url);

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
