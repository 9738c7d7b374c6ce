import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { assert } from "chai";
import { temporaryFolder } from "../helpers/build-files.ts";

const CHECKOUT = fileURLToPath(new URL("../../", import.meta.url));
const REPORTER = path.join(CHECKOUT, "test/reporter.mjs");

describe("package - scripts", () => {
  it("should fail a test with an unhandled rejection", async () => {
    const { status, stdout } = await runTests(
      ["--require", REPORTER, "--parallel"],
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
  return spawnSync(process.execPath, [mocha, "--no-config", "--reporter", REPORTER, ...options, file], {
    cwd: folder.path,
    encoding: "utf8",
  });
}
