import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { assert } from "chai";

import { findInstalledPage } from "../../src/internal/commands/screen.ts";
import { getDocsPlace, getDocsUrl, HOME } from "../../src/internal/errors/home.ts";

const PLACE = "https://[a-z.]+/[A-Za-z0-9_-]+/hardhat-verify-contract\\b";
const PUBLIC = "https://github.com/someone/hardhat-verify-contract";

describe("package - the project's home", () => {
  it("should match package.json, which names none as long as there is no public home", () => {
    const { repository, homepage, bugs } = JSON.parse(readFileSync("package.json", "utf8"));
    assert.deepEqual(
      { repository, homepage, bugs },
      HOME === undefined
        ? { repository: undefined, homepage: undefined, bugs: undefined }
        : {
            repository: { type: "git", url: `git+${HOME}.git` },
            homepage: `${HOME}#readme`,
            bugs: `${HOME}/issues`,
          },
    );
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
    assert.equal(getDocsPlace(["VC204", "VC301"], undefined, PUBLIC), `${page}#vc204 (also #vc301)`);
    assert.isUndefined(getDocsUrl("nothing", PUBLIC));
  });

  it("should be the installed page before that", () => {
    const page = "node_modules/hardhat-verify-contract/docs/errors.md";
    assert.equal(getDocsPlace(["VC204", "VC301"], page), `${page}#vc204 (also #vc301)`);
    assert.isUndefined(getDocsUrl("VC204", undefined));
  });

  it("should be the command that prints it if the page isn't installed in the project", () => {
    assert.equal(getDocsPlace(["VC204", "VC301"]), "npx hardhat-verify-contract explain VC204 VC301");
    assert.isUndefined(getDocsPlace(["nothing"]));
  });

  for (const [what, root, folder, shown] of [
    ["in the project", "/p/node_modules/v", "/p", "node_modules/v"],
    ["around a folder", "/p/node_modules/v", "/p/a/b", "../../node_modules/v"],
    [
      "in pnpm's node_modules",
      "/p/node_modules/.pnpm/v@1/node_modules/v",
      "/p",
      "node_modules/.pnpm/v@1/node_modules/v",
    ],
    ["in another project", "/q/node_modules/v", "/p", undefined],
    ["in a folder with the same prefix", "/p/node_modules/v", "/pq", undefined],
    ["in npx's cache", "/u/.npm/_npx/1a2b/node_modules/v", "/u/.npm/_npx/1a2b", undefined],
    ["in pnpm's cache", "/u/.cache/pnpm/dlx-12/node_modules/v", "/u/.cache/pnpm/dlx-12", undefined],
    ["in a checkout", "/checkout/v", "/checkout/v", undefined],
  ] as const)
    it(`should be found correctly for a package ${what}`, () => {
      const native = (text: string): string => text.split("/").join(path.sep);
      const page = findInstalledPage(native(root), native(folder));
      assert.equal(page, shown === undefined ? undefined : `${shown}/docs/errors.md`);
    });
});
