import path from "node:path";

import { assert } from "chai";

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
