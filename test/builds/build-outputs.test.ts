import { truncate } from "node:fs/promises";
import path from "node:path";
import { assert } from "chai";
import { BuildOutputs } from "../../src/internal/builds/build-outputs.ts";
import { readCandidates } from "../../src/internal/builds/read-candidates.ts";
import type { Build, ContractName } from "../../src/internal/domain/build.ts";
import { createContractName } from "../../src/internal/domain/build.ts";
import { folderForEach, temporaryFolder, writeHardhat3 } from "../helpers/build-files.ts";
import { COMPILER_VERSION, compile, contractOf } from "../helpers/compile.ts";
import { COUNTER, FIXED } from "../helpers/contracts.ts";

const MIB = 1024 * 1024;

/** Compiles one contract, and writes down different remappings. */
function withRemappings(name: string, remappings: unknown): ReturnType<typeof compile> {
  const compiled = compile({ [`project/contracts/${name}.sol`]: COUNTER });
  return {
    ...compiled,
    input: { ...compiled.input, settings: { ...compiled.input.settings, remappings } },
  };
}

describe("builds - the remappings of all builds", () => {
  it("should include each list once, and drop lists that a compiler would reject", async () => {
    await using folder = await temporaryFolder();
    const lists: readonly unknown[] = [
      ["a/=lib/a/", "b/=lib/b/"],
      ["a/=lib/a/", "b/=lib/b/"],
      ["a/=lib/a/"],
      ["c/=lib/c/", 5],
      [5],
      "d/=lib/d/",
      undefined,
    ];
    for (const [index, list] of lists.entries())
      await writeHardhat3(folder, `build-${index}`, withRemappings(`Counter${index}`, list));
    const { outputs } = await readCandidates([path.join(folder.path, "artifacts")], folder.path);
    assert.sameDeepMembers([...(await outputs.remappings())], [["a/=lib/a/", "b/=lib/b/"], ["a/=lib/a/"]]);
  });
});

describe("builds - the metadata that a compiler returns", () => {
  it("should be requested once for each build", async () => {
    const outputs = new BuildOutputs([]);
    const asked: string[] = [];
    const compiled = (file: string) =>
      outputs.compiledMetadata(file, async () => {
        asked.push(file);
        return [file];
      });
    const texts = [compiled("a.json"), compiled("a.json"), compiled("b.json"), compiled("a.json")];
    assert.deepEqual(await Promise.all(texts), [["a.json"], ["a.json"], ["b.json"], ["a.json"]]);
    assert.deepEqual(await compiled("b.json"), ["b.json"]);
    assert.deepEqual(asked, ["a.json", "b.json"]);
  });

  it("should be requested again after one contract's deadline", async () => {
    const outputs = new BuildOutputs([]);
    let problem: unknown;
    await outputs
      .compiledMetadata("a.json", () => Promise.reject(new Error("deadline")))
      .catch((error: unknown) => {
        problem = error;
      });
    assert.propertyVal(problem, "message", "deadline");
    assert.deepEqual(await outputs.compiledMetadata("a.json", async () => ["text"]), ["text"]);
  });
});

describe("builds - the metadata in a build's output", () => {
  const folder = folderForEach();

  const compiled = compile({ "project/contracts/Counter.sol": COUNTER });
  const { metadata } = contractOf(compiled, "project/contracts/Counter.sol", "Counter");

  it("should be read from the file beside Hardhat 3's build-info", async () => {
    const file = await writeHardhat3(folder, "build", compiled);
    const texts = await new BuildOutputs([]).metadata(file, () => assert.fail("the compiler was asked"));
    assert.deepEqual(texts, [metadata]);
  });

  it("should come from the compiler if that file is missing", async () => {
    const file = await writeHardhat3(folder, "build", compiled, { output: false });
    const texts = await new BuildOutputs([]).metadata(file, async () => ["of the compiler"]);
    assert.deepEqual(texts, ["of the compiler"]);
  });

  it("should be read for a contract only if any metadata was selected as output", async () => {
    const file = await writeHardhat3(folder, "build", compiled);
    const read = (outputSelection: unknown) => {
      const input = { ...compiled.input, settings: { ...compiled.input.settings, outputSelection } };
      const build = { id: "build", file, compilerVersion: COMPILER_VERSION, input };
      const contract = { inputSourceName: "project/contracts/Counter.sol", name: "Counter" };
      return new BuildOutputs([]).metadataOf(build as Build, contract as ContractName);
    };
    const [abi, all] = [{ "*": ["abi"] }, { "*": ["abi", "metadata"] }];
    assert.isUndefined(await read({ "a.sol": abi, "b.sol": { A: ["abi"], B: ["evm.bytecode"] } }));
    assert.isUndefined(await read(undefined));
    assert.equal(await read({ "a.sol": abi, "b.sol": all }), metadata);
    assert.equal(await read({ "a.sol": { A: ["abi"], B: ["*"] } }), metadata);
  });
});

describe("builds - the immutable references in a build's output", () => {
  it("should be read from an output up to the size limit, but no larger", async () => {
    await using folder = await temporaryFolder();
    const compiled = compile({ "project/contracts/Fixed.sol": FIXED });
    const file = await writeHardhat3(folder, "build", compiled);
    const build: Build = { id: "build", file, compilerVersion: COMPILER_VERSION, input: compiled.input };
    const contract = createContractName("Fixed", "project/contracts/Fixed.sol");
    const references = () => new BuildOutputs([]).immutableReferencesOf(build, contract);
    const output = file.replace(/json$/, "output.json");
    await truncate(output, 64 * MIB);
    const { evm } = contractOf(compiled, contract.inputSourceName, "Fixed");
    assert.deepEqual(await references(), evm.deployedBytecode.immutableReferences);
    await truncate(output, 64 * MIB + 1);
    assert.isUndefined(await references());
  });
});
