import { type StdioOptions, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import path from "node:path";
import { assert } from "chai";
import { PLAN } from "../../helpers/batch-reports.ts";
import { folderForEach } from "../../helpers/build-files.ts";
import { BIN, plain } from "../../helpers/plain-cli.ts";
import { contractOf, reportOf } from "../../helpers/report-parts.ts";

/** A device on which every write fails, as on a full disk. */
const FULL = "/dev/full";

describe("plain command line - output that can't be written", () => {
  const folder = folderForEach();
  before(function () {
    if (!existsSync(FULL)) this.skip();
  });

  function assertReported(...words: readonly string[]): void {
    const full = openSync(FULL, "w");
    const stdio: StdioOptions = ["ignore", full, "pipe"];
    const ended = spawnSync(process.execPath, [BIN, ...words], { stdio, encoding: "utf8" });
    closeSync(full);
    assert.equal(ended.status, 2);
    assert.match(ended.stderr, /^The output can't be written: ENOSPC.*\n$/);
  }

  it("should end with 2, and say why", () => assertReported("--version"));

  it("should still write the report files of a run", async () => {
    const shard = { index: 1, count: 1, plan: PLAN };
    const file = await folder.write("part.json", { ...reportOf([contractOf()], 0), shard });
    const written = path.join(folder.path, "merged.json");
    assertReported("merge", file, "--report", `json=${written}`);
    assert.isTrue(existsSync(written));
  });
});

describe("plain command line - the configuration file, which is code", () => {
  const folder = folderForEach();
  const CONFIG = `import { writeFileSync } from "node:fs"; writeFileSync("ran", ""); export default {};`;
  const FILE = "verify-contract.config.mjs";

  for (const [does, ...words] of [
    ["not run", "replay", "run.evidence.gz"],
    ["not run", "replay", "run.evidence.gz", "--rpc-url", "http://127.0.0.1:9"],
    ["not run", "merge", "report.json"],
    ["not run", "explain", "VC101"],
    ["run", "check"],
    ["run", "replay", "run.evidence.gz", "--rpc-url", "mainnet"],
    ["run", "replay", "run.evidence.gz", "--config", FILE],
  ] as const)
    it(`should ${does} for ${words.join(" ")}`, async () => {
      await folder.write(FILE, CONFIG);
      await plain(folder.path, words);
      assert.equal(existsSync(path.join(folder.path, "ran")), does === "run");
    });
});
