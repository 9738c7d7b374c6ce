import path from "node:path";

import { assert } from "chai";

import { BuildOutputs } from "../../src/internal/builds/build-outputs.ts";
import { readCandidates } from "../../src/internal/builds/read-candidates.ts";
import { temporaryFolder, writeHardhat3 } from "../helpers/build-files.ts";
import { compile } from "../helpers/compile.ts";
import { COUNTER } from "../helpers/contracts.ts";

/** Compiles one contract, and states other remappings than it was compiled with. */
function withRemappings(name: string, remappings: unknown): ReturnType<typeof compile> {
  const compiled = compile({ [`project/contracts/${name}.sol`]: COUNTER });
  return {
    ...compiled,
    input: { ...compiled.input, settings: { ...compiled.input.settings, remappings } },
  };
}

describe("builds - the remappings of all builds", () => {
  it("should be each list once, without lists that a compiler would refuse", async () => {
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

describe("builds - the metadata texts that a compiler writes", () => {
  it("should be asked for once for each build", async () => {
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

  it("should be asked for again after the deadline of one contract", async () => {
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
