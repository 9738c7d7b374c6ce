import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { assert } from "chai";
import { parse } from "yaml";
import { temporaryFolder } from "../helpers/build-files.ts";

const CHECKOUT = fileURLToPath(new URL("../../", import.meta.url));
const SCRIPT = path.join(CHECKOUT, "scripts/release.ts");
const CHANGELOG =
  "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n\n## [0.1.0] - 2026-01-02\n\n- The first.\n";

/** A repository with one commit, ready for a release. */
async function repository(changelog = CHANGELOG) {
  const folder = await temporaryFolder();
  const of = (name: string): string => path.join(folder.path, name);
  const head = { name: "a-package", version: "0.1.0" };
  await folder.write("package.json", { ...head, files: ["CHANGELOG.md"] });
  await folder.write("package-lock.json", { ...head, lockfileVersion: 3, packages: { "": head } });
  await folder.write("CHANGELOG.md", changelog);
  await folder.write(".gitignore", ".tmp/\n");
  const git = (...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=test", "-c", "user.email=test@localhost", ...args], {
      cwd: folder.path,
      encoding: "utf8",
    });
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "All");
  const release = (...args: string[]) =>
    spawnSync(process.execPath, [SCRIPT, ...args], { cwd: folder.path, encoding: "utf8" });
  return { ...folder, of, git, release, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

describe("package - release", () => {
  it("should write version and date, pack the package, and pass its own check for this version alone", async () => {
    await using it = await repository();
    const { status, stderr } = it.release("0.2.0");
    assert.equal(status, 0, stderr);
    assert.equal(JSON.parse(await readFile(it.of("package.json"), "utf8")).version, "0.2.0");
    assert.match(
      await readFile(it.of("CHANGELOG.md"), "utf8"),
      /## \[Unreleased\]\n\n## \[0\.2\.0\] - \d{4}-\d\d-\d\d\n\n### Added\n\n- A thing\./,
    );
    assert.isTrue(existsSync(it.of(".tmp/release/a-package-0.2.0.tgz")));
    assert.equal(it.release("--check", "0.2.0").status, 0);
    assert.equal(it.release("--check", "0.1.0").status, 1);
  });

  it("should be refused for an older version, an empty changelog entry, or uncommitted changes", async () => {
    await using older = await repository();
    for (const version of ["0.0.9", "0.1.0"]) assert.equal(older.release(version).status, 1);
    await using silent = await repository(CHANGELOG.replace("### Added\n\n- A thing.\n\n", ""));
    assert.equal(silent.release("0.2.0").status, 1);
    await using changed = await repository();
    await writeFile(changed.of("README.md"), "new");
    assert.equal(changed.release("0.2.0").status, 1);
    assert.equal(changed.git("status", "--porcelain").trim(), "?? README.md");
  });
});

describe("package - workflows", () => {
  const textOf = (file: string) => readFile(path.join(CHECKOUT, file), "utf8");
  /** `test:only` is run by hand. */
  const suites = async (): Promise<readonly string[]> =>
    Object.keys(JSON.parse(await textOf("package.json")).scripts).filter((name) =>
      /^(check|test(:(?!only$).*)?)$/.test(name),
    );

  it("should run every suite of package.json in the matrix", async () => {
    const workflow = parse(await textOf(".github/workflows/suites.yml"));
    const { suite, include } = workflow.jobs.suite.strategy.matrix;
    const run = new Set([...suite, ...include.map(({ suite: one }: { suite: string }) => one)]);
    assert.sameMembers([...run], [...(await suites())]);
  });

  it("should run every suite of package.json in .ci/run", async () => {
    const [, parts = ""] = /^parts=\((.*)\)$/m.exec(await textOf(".ci/run")) ?? [];
    const run = parts.split(" ").map((part) => (part === "test" || part === "check" ? part : `test:${part}`));
    assert.sameMembers(run, [...(await suites())]);
  });

  it("should reject an unknown part of .ci/run, and list the parts", () => {
    const run = spawnSync(path.join(CHECKOUT, ".ci/run"), ["cli", "nosuch"], { encoding: "utf8" });
    const { status, stderr } = run;
    assert.equal(status, 2);
    assert.match(stderr, /^No part "nosuch"\. The parts are: test check lies /);
  });
});
