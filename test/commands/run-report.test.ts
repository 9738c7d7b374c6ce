import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { assert } from "chai";
import { describeShard, readSourceState } from "../../src/internal/commands/run-report.ts";
import { folderForEach } from "../helpers/build-files.ts";

const LOCK = "verify-contract.lock.json";
const IDENTITY = ["-c", "user.name=test", "-c", "user.email=test@example.org"];

function repository(root: string): string {
  const git = (...args: string[]) =>
    execFileSync("git", [...IDENTITY, ...args], { cwd: root, encoding: "utf8" });
  git("init", "--quiet");
  writeFileSync(path.join(root, "a.sol"), "contract A {}");
  writeFileSync(path.join(root, LOCK), "{}");
  git("add", ".");
  git("commit", "--quiet", "--message", "first");
  return git("rev-parse", "HEAD").trim();
}

describe("commands - the git state of the project", () => {
  const folder = folderForEach();

  it("is the commit, and clean if only the lock file or untracked files differ", async () => {
    const commit = repository(folder.path);
    for (const name of [LOCK, "new.sol"]) writeFileSync(path.join(folder.path, name), " ");
    assert.deepEqual(await readSourceState(folder.path, LOCK), { commit, dirty: false });
  });

  it("is dirty only if a tracked file in the project's own folder differs", async () => {
    const commit = repository(folder.path);
    const inner = path.join(folder.path, "packages", "one");
    mkdirSync(inner, { recursive: true });
    writeFileSync(path.join(folder.path, "a.sol"), "contract B {}");
    assert.deepEqual(await readSourceState(folder.path, LOCK), { commit, dirty: true });
    assert.deepEqual(await readSourceState(inner, LOCK), { commit, dirty: false });
  });

  it("is unknown outside of a repository", async () =>
    assert.isUndefined(await readSourceState(folder.path, LOCK)));

  it("is read without starting a program that the repository configures", async () => {
    repository(folder.path);
    const mark = path.join(folder.path, "started");
    execFileSync("git", ["config", "core.fsmonitor", `touch ${mark}; false`], { cwd: folder.path });
    await readSourceState(folder.path, LOCK);
    assert.isFalse(existsSync(mark));
  });
});

describe("commands - the shard in a report", () => {
  const valid = { shard: { index: 1, count: 2 }, options: [["--shard", "1/2"]] } as const;

  for (const variable of ["GITHUB_RUN_ID", "CI_PIPELINE_ID", "BUILDKITE_BUILD_ID", "BUILD_BUILDID"])
    it(`should name the CI run by ${variable}`, () =>
      assert.equal(describeShard(valid, null, { [variable]: "7" })?.run, `${variable}=7`));

  it("should have no CI run elsewhere", () =>
    assert.notProperty(describeShard(valid, null, { CI: "true", GITHUB_RUN_ID: "" }), "run"));
});
