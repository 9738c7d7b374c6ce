import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { assert } from "chai";

import { temporaryFolder } from "../helpers/build-files.ts";

const CHECKOUT = fileURLToPath(new URL("../../", import.meta.url));
const script = (name: string): string => path.join(CHECKOUT, "scripts", name);

describe("package - scripts", () => {
  it("should name the place of a comment or a document that reads as translated, and nothing else", async () => {
    await using folder = await temporaryFolder();
    await folder.write("src/bad.ts", "/** What it is. */\nconst it = 1; // Of a chain.\n");
    await folder.write(
      "src/good.ts",
      "/** The code of a chain. */\n// Retried once.\n// Where it fails, it ends.\n",
    );
    await folder.write("docs/page.md", "# A page\n\nWhere there is none, it ends.\n");
    await folder.write("README.md", "A text that is no URL.\n");
    const { status, stdout } = spawnSync(process.execPath, [script("english.ts")], {
      cwd: folder.path,
      encoding: "utf8",
    });
    assert.equal(status, 1);
    const places = stdout.trim().split("\n");
    assert.deepEqual(
      places.map((line) => line.split(" ")[0]),
      ["src/bad.ts:1", "src/bad.ts:2", "README.md:1", "docs/page.md:3"],
    );
  });

  it("should print a line for each 500 tests, the failures, and their number", async () => {
    await using folder = await temporaryFolder();
    const file = await folder.write(
      "a.test.cjs",
      `for (let i = 0; i < 1001; i++) it("test " + i, () => { if (i === 700) throw new Error("seven hundred"); });\n`,
    );
    const { status, stdout } = spawnSync(
      process.execPath,
      [
        path.join(CHECKOUT, "node_modules/mocha/bin/mocha.js"),
        "--no-config",
        "--reporter",
        script("brief-reporter.mjs"),
        file,
      ],
      { cwd: folder.path, encoding: "utf8" },
    );
    assert.equal(status, 1);
    assert.match(
      stdout,
      /^ {2}500 tests\n {2}failed: test 700\n {2}1000 tests\n\n {2}1000 passing .*\n {2}1 failing\n[\s\S]*seven hundred/,
    );
  });
});
