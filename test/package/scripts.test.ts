import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { assert } from "chai";

import { temporaryFolder } from "../helpers/build-files.ts";

const CHECKOUT = fileURLToPath(new URL("../../", import.meta.url));
const script = (name: string): string => path.join(CHECKOUT, "scripts", name);

describe("package - scripts", () => {
  it("should print a line per 500 tests, the failures and their number", async () => {
    const { status, stdout } = await runTests(
      ["--reporter-option", "brief"],
      `for (let i = 0; i < 1001; i++) it("test " + i, () => { if (i === 700) throw new Error("seven hundred"); });\n`,
    );
    assert.equal(status, 1);
    assert.match(
      stdout,
      /^ {2}500 tests\n {2}failed: test 700\n {2}1000 tests\n\n {2}1000 passing .*\n {2}1 failing\n[\s\S]*seven hundred/,
    );
  });

  it("should list a test as unstable if it passes on retry, and fail one that fails twice", async () => {
    const { status, stdout } = await runTests(
      ["--retries", "1", "--reporter-option", "brief", "--parallel"],
      `let runs = 0;
         it("passes later", () => { if (++runs === 1) throw new Error("too early"); });
         it("fails", () => { throw new Error("always"); });\n`,
    );
    assert.equal(status, 1);
    assert.match(stdout, /1 passing[\s\S]*1 failing[\s\S]*unstable: passes later\n {4}Error: too early\n/);
    assert.equal(stdout.match(/unstable: /g)?.length, 1);
  });

  it("should fail a test with an unhandled rejection", async () => {
    const { status, stdout } = await runTests(
      ["--require", script("reporter.mjs"), "--parallel"],
      `it("goes on", async () => {
           Promise.reject(new Error("nobody waits"));
           await new Promise((resolve) => setTimeout(resolve, 10));
         });
         it("waits for it to end", () => new Promise((resolve) => setTimeout(resolve, 20)));\n`,
    );
    assert.notEqual(status, 0);
    assert.match(stdout, /failing\n+ *1\) goes on:\n *Uncaught Error: nobody waits/);
  });
});

/** Runs Mocha with our reporter on one test file. */
async function runTests(options: readonly string[], tests: string) {
  await using folder = await temporaryFolder();
  const file = await folder.write("a.test.cjs", tests);
  const mocha = path.join(CHECKOUT, "node_modules/mocha/bin/mocha.js");
  return spawnSync(
    process.execPath,
    [mocha, "--no-config", "--reporter", script("reporter.mjs"), ...options, file],
    { cwd: folder.path, encoding: "utf8" },
  );
}
