import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { assert } from "chai";
import { getDocsPlace, getDocsUrl, HOME } from "../../src/internal/errors/home.ts";

const PLACE = "https://[a-z.]+/[A-Za-z0-9_-]+/hardhat-verify-contract\\b";
const PUBLIC = "https://github.com/someone/hardhat-verify-contract";

describe("package - the project's home", () => {
  it("should match package.json, which names none as long as there is no public home", () => {
    const { repository, homepage, bugs } = JSON.parse(readFileSync("package.json", "utf8"));
    const expected =
      HOME === undefined
        ? [undefined, undefined, undefined]
        : [{ type: "git", url: `git+${HOME}.git` }, `${HOME}#readme`, `${HOME}/issues`];
    assert.deepEqual([repository, homepage, bugs], expected);
  });

  it("should be the same in every file, with no placeholder visible to users", () => {
    const found = (pattern: string, ...files: readonly string[]): readonly string[] => {
      const words = ["grep", "-hoIE", pattern, "--", ...files, ":!CHANGELOG.md"];
      try {
        return [...new Set(execFileSync("git", words, { encoding: "utf8" }).trim().split("\n"))];
      } catch {
        return [];
      }
    };
    assert.deepEqual(found(PLACE, ".", ":!test/package/home.test.ts"), HOME === undefined ? [] : [HOME]);
    const users = ["README.md", "docs", "action", "schemas", "src", "package.json", "test/golden"];
    assert.deepEqual(found("\\bOWNER/", ...users), []);
  });
});

describe("errors - the documentation of error codes", () => {
  it("should be a link to the project's page once it has a public home", () => {
    const page = `${PUBLIC}/blob/main/docs/errors.md`;
    assert.equal(getDocsUrl("VC204", PUBLIC), `${page}#vc204`);
    assert.equal(getDocsPlace(["VC204", "VC301"], PUBLIC), `${page}#vc204 (also #vc301)`);
    assert.isUndefined(getDocsUrl("nothing", PUBLIC));
  });

  it("should be the command that prints the page before that", () => {
    assert.equal(getDocsPlace(["VC204", "VC301"]), "npx hardhat-verify-contract explain VC204 VC301");
    assert.isUndefined(getDocsUrl("VC204", undefined));
    assert.isUndefined(getDocsPlace(["nothing"]));
  });
});
