import { stat, utimes } from "node:fs/promises";
import path from "node:path";
import { assert } from "chai";
import { formatPath, readCandidates, refuseMissing } from "../../src/internal/builds/read-candidates.ts";
import { selectOutdated } from "../../src/internal/pipeline/stages/find-build.ts";
import {
  type Folder,
  folderForEach,
  hardhat2BuildInfo,
  hardhat3BuildInfo,
  temporaryFolder,
  writeHardhat3,
} from "../helpers/build-files.ts";
import { COMPILER_VERSION, compile } from "../helpers/compile.ts";
import { COUNTER, counter, FIXED, MATHS, USES_MATHS } from "../helpers/contracts.ts";
import { factOf, thrownBy } from "../helpers/thrown.ts";

const project = () =>
  compile({
    "project/contracts/Counter.sol": COUNTER,
    "project/contracts/Fixed.sol": FIXED,
    "project/contracts/Maths.sol": MATHS,
    "project/contracts/UsesMaths.sol": USES_MATHS,
    "project/contracts/IPlain.sol":
      "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.20;\ninterface IPlain { function x() external; }\n",
  });

const names = (set: { candidates: readonly { fullyQualifiedName: string }[] }) =>
  set.candidates.map(({ fullyQualifiedName }) => fullyQualifiedName);

const readArtifacts = ({ path: root }: Folder) => readCandidates([path.join(root, "artifacts")], root);

const ALL = [
  "contracts/Counter.sol:Counter",
  "contracts/Fixed.sol:Fixed",
  "contracts/Maths.sol:Maths",
  "contracts/UsesMaths.sol:UsesMaths",
];

describe("builds - reading the candidates of an artifacts folder", () => {
  const folder = folderForEach();

  it("reads each artifact that has code, with both the user's and the compiler's path", async () => {
    const file = await writeHardhat3(folder, "build-1", project());
    const set = await readArtifacts(folder);
    assert.equal(set.where, "artifacts");
    assert.sameMembers(names(set), ALL);
    const fixed = set.candidates.find(({ name }) => name === "Fixed");
    assert.deepInclude(fixed, {
      inputSourceName: "project/contracts/Fixed.sol",
      buildId: "build-1",
      buildFile: file,
    });
    assert.isNotEmpty(fixed?.runtime.immutableReferences);
    assert.isEmpty(fixed?.creation.immutableReferences);
    const user = set.candidates.find(({ name }) => name === "UsesMaths");
    assert.property(user?.runtime.linkReferences, "project/contracts/Maths.sol");
  });

  it("names the sources that differ from the compiled ones, and which of them are newer", async () => {
    const file = await writeHardhat3(folder, "build-1", project());
    // With Windows line endings.
    await folder.write("contracts/Counter.sol", COUNTER.replaceAll("\n", "\r\n"));
    await folder.write("contracts/Fixed.sol", `${FIXED}// edited`);
    const earlier = await folder.write("contracts/Maths.sol", `${MATHS}// of another commit`);
    await utimes(earlier, 0, 0);
    const set = await readArtifacts(folder);
    const one = await set.load(set.candidates[0] ?? assert.fail());
    assert.deepEqual(one.outdated?.sources, [
      { name: "project/contracts/Fixed.sol", path: "contracts/Fixed.sol", isNewer: true },
      { name: "project/contracts/Maths.sol", path: "contracts/Maths.sol", isNewer: false },
    ]);
    assert.equal(one.outdated?.writtenAt, (await stat(file)).mtime.toISOString());
    const named = (wanted: string) => set.candidates.find(({ name }) => name === wanted) ?? assert.fail();
    assert.deepEqual(selectOutdated(named("UsesMaths"), one).outdated?.sources, [
      { path: "contracts/Maths.sol", isNewer: false },
    ]);
    assert.deepEqual(selectOutdated(named("Counter"), one), {});
  });

  it("opens only the compiler input of the requested candidate", async () => {
    await writeHardhat3(folder, "build-1", project(), { output: false });
    await folder.write("artifacts/build-info/broken.json", "{");
    const set = await readArtifacts(folder);
    const build = await set.load(set.candidates[0] ?? assert.fail());
    assert.deepInclude(build, { id: "build-1", compilerVersion: COMPILER_VERSION });
    assert.deepEqual(build.input, project().input);
  });
});

describe("builds - reading the candidates of build-infos", () => {
  const folder = folderForEach();

  it("reads one Hardhat 3 build-info with the output beside it", async () => {
    const file = await writeHardhat3(folder, "build-1", project(), { artifacts: false });
    const set = await readCandidates([file], folder.path);
    assert.sameMembers(names(set), ALL);
    assert.equal((await set.load(set.candidates[0] ?? assert.fail())).id, "build-1");
  });

  it("rejects a Hardhat 3 build-info that has neither", async () => {
    const file = await writeHardhat3(folder, "build-1", project(), { artifacts: false, output: false });
    assert.equal((await thrownBy(() => readCandidates([file], folder.path))).code, "VC202");
  });

  it("reads a Hardhat 2 build-info, alone and in an artifacts folder", async () => {
    const file = await folder.write("artifacts/build-info/old.json", hardhat2BuildInfo("old", counter()));
    await folder.write("artifacts/contracts/Counter.sol/Counter.json", { _format: "hh-sol-artifact-1" });
    await folder.write("artifacts/contracts/Counter.sol/Counter.dbg.json", { _format: "hh-sol-dbg-1" });
    for (const location of [file, path.dirname(file), path.join(folder.path, "artifacts")]) {
      const set = await readCandidates([location], folder.path);
      assert.deepEqual(names(set), ["contracts/Counter.sol:Counter"]);
      assert.equal(set.candidates[0]?.buildFile, file);
    }
  });

  for (const [what, content] of Object.entries({
    "a list": "[]",
    "without a format": {},
    "without its input": hardhat3BuildInfo("x", counter(), { input: undefined }),
    "with sources by URL": hardhat3BuildInfo("x", counter(), {
      input: { language: "Solidity", settings: {}, sources: { "a.sol": { urls: ["ipfs://x"] } } },
    }),
    "with a short compiler version": hardhat3BuildInfo("x", counter(), { solcLongVersion: "0.8.28" }),
    "without an id": hardhat3BuildInfo("x", counter(), { id: undefined }),
  } as const))
    it(`rejects a build-info that is ${what}, and names it`, async () => {
      const file = await folder.write("x.json", content);
      await folder.write("x.output.json", { output: counter().output });
      const error = await thrownBy(() => readCandidates([file], folder.path));
      assert.deepEqual([error.code, factOf(error, "File")], ["VC202", file]);
      assert.isString(factOf(error, "Reason"));
    });

  it("rejects a build-info in an unknown format, and names the format", async () => {
    const file = await folder.write("x.json", { _format: "hh4-sol-build-info-1" });
    const error = await thrownBy(() => readCandidates([file], folder.path));
    assert.equal(error.code, "VC202");
    assert.include(factOf(error, "Reason"), 'its format is "hh4-sol-build-info-1";');
  });

  it("suggests another file, not a rebuild, for a named file that isn't a build-info", async () => {
    for (const content of ["[profile.default]", JSON.stringify({ abi: [] }), "[]"]) {
      const { code, problem } = await thrownBy(async () =>
        readCandidates([await folder.write("x.json", content)], folder.path),
      );
      assert.equal(code, "VC202");
      assert.include(problem.next, "--build-info");
    }
  });

  it("suggests the folder of a named artifact", async () => {
    const file = await folder.write("out/Box.sol/Box.json", { abi: [] });
    const { code, problem } = await thrownBy(() => readCandidates([file], folder.path));
    assert.equal(code, "VC202");
    assert.equal(problem.next, `--build-info ${formatPath(path.dirname(file), process.cwd())}`);
  });

  it("says that nothing was built if a location contains no builds", async () => {
    await folder.write("empty/build-info/readme.txt", "nothing");
    for (const location of ["nowhere", "empty", "empty/build-info"]) {
      const error = await thrownBy(() => readCandidates([path.join(folder.path, location)], folder.path));
      assert.deepEqual([error.code, factOf(error, "Looked in")], ["VC201", location]);
    }
  });
});

describe("builds - a named location that does not exist", () => {
  it("should be rejected with a similar path and the option to use: VC201", async () => {
    await using folder = await temporaryFolder();
    const file = await folder.write("artifacts/build-info/build-1.json", "{}");
    const missing = path.join(folder.path, "artefacts");
    const { code, problem } = await thrownBy(() => refuseMissing([file, missing], folder.path));
    assert.equal(code, "VC201");
    const meant = formatPath(path.join(folder.path, "artifacts"), process.cwd());
    assert.deepEqual([problem.likely, problem.next], [`did you mean ${meant}?`, `--build-info ${meant}`]);
  });

  for (const [what, missing] of [
    ["if no sibling has a similar name", "out"],
    ["if its parent folder is missing too", "nowhere/artifacts"],
  ] as const)
    it(`should be rejected without a guess ${what}: VC201`, async () => {
      await using folder = await temporaryFolder();
      await folder.write("artifacts/build-info/build-1.json", "{}");
      const error = await thrownBy(() => refuseMissing([path.join(folder.path, missing)], folder.path));
      assert.deepEqual([error.code, factOf(error, "Looked in")], ["VC201", missing]);
      assert.isUndefined(error.problem.likely);
      assert.equal(error.problem.next, "pass an existing path with --build-info, or omit the option");
    });
});

describe("builds - paths in messages", () => {
  it("are relative inside the project, and absolute outside", () => {
    assert.equal(
      formatPath("/project/artifacts/build-info/a.json", "/project"),
      "artifacts/build-info/a.json",
    );
    assert.equal(formatPath("/project", "/project"), ".");
    assert.equal(formatPath("/elsewhere/a.json", "/project"), "/elsewhere/a.json");
    assert.equal(formatPath("/project/..old/a.json", "/project"), "..old/a.json");
  });
});

const OWN = ["contracts/own/Counter.sol:Counter"];
const compiledIn = (folder: string) => compile({ [`project/contracts/${folder}/Counter.sol`]: COUNTER });

describe("builds - folders that tools keep for themselves", () => {
  const folder = folderForEach();

  for (const name of ["cache", "node_modules", "build-info"])
    it(`should read the artifacts of a source folder called ${name}, and load their build`, async () => {
      await writeHardhat3(folder, "other", compile({ "project/contracts/Other.sol": COUNTER }));
      await writeHardhat3(folder, "wanted", compiledIn(name));
      const set = await readArtifacts(folder);
      assert.sameMembers(names(set), [
        `contracts/${name}/Counter.sol:Counter`,
        "contracts/Other.sol:Counter",
      ]);
      // The artifacts beside a source folder called build-info belong to the build-info folder all the same.
      const builds = await Promise.all(set.candidates.map((candidate) => set.load(candidate)));
      assert.sameMembers(
        builds.map(({ id }) => id),
        ["wanted", "other"],
      );
    });

  for (const [what, beside] of [
    ["packages installed by npm", "node_modules/.package-lock.json"],
    ["Foundry's cache", "cache/solidity-files-cache.json"],
    ["Hardhat's cache", "cache/compile-cache.json"],
    ["a repository", ".git/HEAD"],
  ] as const)
    it(`should skip ${what}`, async () => {
      const [foreign = ""] = beside.split("/");
      await folder.write(beside, "{}");
      await writeHardhat3(folder, "own", compiledIn("own"));
      await writeHardhat3(folder, "foreign", compiledIn("foreign"), { root: `${foreign}/tokens/artifacts` });
      assert.deepEqual(names(await readCandidates([folder.path], folder.path)), OWN);
    });

  it("should skip hardhat-deploy's compiler inputs, which may be large", async () => {
    await writeHardhat3(folder, "own", compiledIn("own"));
    // The file would be read in any other folder.
    const file = "deployments/x/solcInputs/0123456789abcdef.json";
    await folder.write(file, hardhat2BuildInfo("x", compiledIn("x")));
    assert.deepEqual(names(await readCandidates([folder.path], folder.path)), OWN);
  });
});
