import path from "node:path";
import { assert } from "chai";
import { readCandidates } from "../../src/internal/builds/read-candidates.ts";
import { folderForEach, hardhat2BuildInfo, writeHardhat3 } from "../helpers/build-files.ts";
import { compile } from "../helpers/compile.ts";
import { COUNTER } from "../helpers/contracts.ts";

const NAMES = ["cache", "node_modules", "build-info"];
const compiledIn = (folder: string) => compile({ [`project/contracts/${folder}/Counter.sol`]: COUNTER });

describe("builds - folders that tools keep for themselves", () => {
  const folder = folderForEach();

  for (const name of NAMES)
    it(`should read the artifacts of a source folder called ${name}, and load their build`, async () => {
      await writeHardhat3(folder, "other", compile({ "project/contracts/Other.sol": COUNTER }));
      await writeHardhat3(folder, "wanted", compiledIn(name));
      const { candidates, load } = await readCandidates([path.join(folder.path, "artifacts")], folder.path);
      const contracts = [`contracts/${name}/Counter.sol:Counter`, "contracts/Other.sol:Counter"];
      const found = candidates.map(({ fullyQualifiedName }) => fullyQualifiedName);
      assert.sameMembers(found, contracts);
      // The artifacts beside a source folder called build-info belong to the build-info folder all the same.
      const builds = await Promise.all(candidates.map((candidate) => load(candidate)));
      const ids = builds.map(({ id }) => id);
      assert.sameMembers(ids, ["wanted", "other"]);
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
      const { candidates } = await readCandidates([folder.path], folder.path);
      const fullyQualifiedNames = candidates.map(({ fullyQualifiedName }) => fullyQualifiedName);
      assert.deepEqual(fullyQualifiedNames, ["contracts/own/Counter.sol:Counter"]);
    });

  it("should skip hardhat-deploy's compiler inputs, which may be large", async () => {
    await writeHardhat3(folder, "own", compiledIn("own"));
    // The file would be read in any other folder.
    const file = "deployments/x/solcInputs/0123456789abcdef.json";
    await folder.write(file, hardhat2BuildInfo("x", compiledIn("x")));
    const { candidates } = await readCandidates([folder.path], folder.path);
    assert.lengthOf(candidates, 1);
  });
});
