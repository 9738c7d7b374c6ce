import { globSync } from "node:fs";
import { basename } from "node:path";
import { assert } from "chai";
import { CHECKS } from "../../src/internal/cross-check/checks/index.ts";

const TESTS = new URL("./checks/", import.meta.url);

describe("cross-check - the tests of each check", () => {
  it("should be in test/cross-check/checks, named for its id, and no others", () => {
    const tested = globSync("*.test.ts", { cwd: TESTS }).map((file) => basename(file, ".test.ts"));
    assert.sameMembers(
      tested,
      CHECKS.map(({ id }) => id),
    );
  });
});
