import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { assert } from "chai";

const CLI = fileURLToPath(new URL("../../../src/cli.ts", import.meta.url));
/** A device on which every write fails, as on a full disk. */
const FULL = "/dev/full";

describe("plain command line - output that can't be written", () => {
  it("should end with 2, and say why", function () {
    if (!existsSync(FULL)) this.skip();
    const full = openSync(FULL, "w");
    const ended = spawnSync(process.execPath, [CLI, "--version"], {
      stdio: ["ignore", full, "pipe"],
      encoding: "utf8",
    });
    closeSync(full);
    assert.equal(ended.status, 2);
    assert.match(ended.stderr, /^The output can't be written: ENOSPC.*\n$/);
  });
});
