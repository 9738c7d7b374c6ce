import { assert } from "chai";
import { readStandardJsonInput } from "../../../src/internal/builds/readers/standard-json-input.ts";
import { temporaryFolder } from "../../helpers/build-files.ts";
import { COMPILER_VERSION } from "../../helpers/compile.ts";
import { factOf, thrownBy } from "../../helpers/thrown.ts";

const SOURCES = {
  "a.sol": { content: "contract A {} contract Both {}" },
  "b.sol": { content: "library B {} contract Both {} contract C {}" },
};

async function read(wanted: string | undefined, sources: unknown = SOURCES) {
  await using folder = await temporaryFolder();
  const file = await folder.write("input.json", { language: "Solidity", sources, settings: {} });
  return await readStandardJsonInput(file, COMPILER_VERSION, wanted);
}

describe("builds - a standard JSON input", () => {
  for (const [wanted, found] of [
    ["A", "a.sol:A"],
    ["B", "b.sol:B"],
    ["a.sol:Both", "a.sol:Both"],
  ] as const)
    it(`should contain ${wanted}`, async () => {
      const { contract, compilation } = await read(wanted);
      assert.equal(contract.fullyQualifiedName, found);
      assert.deepEqual(compilation.input, { language: "Solidity", sources: SOURCES, settings: {} });
    });

  for (const [wanted, code] of [
    ["None", "VC110"],
    ["Both", "VC111"],
  ] as const)
    it(`should be rejected for the contract ${wanted}: ${code}`, async () =>
      assert.equal((await thrownBy(() => read(wanted))).code, code));

  it("should suggest its last contract if none is named: VC114", async () => {
    const { code, problem } = await thrownBy(() => read(undefined));
    assert.deepEqual([code, problem.next], ["VC114", "--contract b.sol:C"]);
    const { problem: undeclared } = await thrownBy(() => read(undefined, { "a.vy": { content: "# any" } }));
    assert.equal(undeclared.next, "name the contract with --contract, as path:Name");
  });

  for (const source of [{ urls: ["ipfs://x"] }, { content: "" }, { content: 1 }, "text"])
    it(`should be rejected with the source ${JSON.stringify(source)}: VC202`, async () => {
      const error = await thrownBy(() => read("A", { ...SOURCES, "c.sol": source }));
      assert.equal(error.code, "VC202");
      assert.include(factOf(error, "Reason"), "c.sol has no content");
    });
});
