import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { assert } from "chai";

import { HOME } from "../../src/internal/errors/home.ts";

describe("package - where the project lives", () => {
  it("should be what package.json says", () => {
    const { repository, homepage, bugs } = JSON.parse(readFileSync("package.json", "utf8"));
    assert.deepEqual(
      { repository, homepage, bugs },
      {
        repository: { type: "git", url: `git+${HOME}.git` },
        homepage: `${HOME}#readme`,
        bugs: `${HOME}/issues`,
      },
    );
  });

  it("should be what every other file says", () => {
    const places = execFileSync(
      "git",
      [
        "grep",
        "-hoIE",
        "https://[a-z.]+/[A-Za-z0-9_-]+/hardhat-verify-contract\\b",
        "--",
        ".",
        ":!CHANGELOG.md",
      ],
      { encoding: "utf8" },
    );
    assert.deepEqual([...new Set(places.trim().split("\n"))], [HOME]);
  });
});
