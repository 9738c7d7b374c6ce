import { assert } from "chai";
import { readStandardJsonInput } from "../../../src/internal/builds/readers/standard-json-input.ts";
import { temporaryFolder } from "../../helpers/build-files.ts";
import { COMPILER_VERSION } from "../../helpers/compile.ts";
import { factOf, thrownBy } from "../../helpers/thrown.ts";

const SOURCES = {
  "a.sol": { content: "contract A {}" },
  "b.sol": { content: "library B {}" },
};

async function read(wanted: string | undefined, sources: unknown = SOURCES) {
  await using folder = await temporaryFolder();
  const file = await folder.write("input.json", { language: "Solidity", sources, settings: {} });
  return await readStandardJsonInput(file, COMPILER_VERSION, wanted);
}

describe("builds - a standard JSON input", () => {
  for (const wanted of ["a.sol:A", "b.sol:B"])
    it(`should contain ${wanted}`, async () => {
      const { contract, compilation } = await read(wanted);
      assert.equal(contract.fullyQualifiedName, wanted);
      assert.deepEqual(compilation.input, { language: "Solidity", sources: SOURCES, settings: {} });
    });

  for (const [wanted, code] of [
    ["c.sol:A", "VC110"],
    ["A", "VC114"],
    [undefined, "VC114"],
  ] as const)
    it(`should be rejected for the contract ${wanted}, with its sources listed: ${code}`, async () => {
      const error = await thrownBy(() => read(wanted));
      assert.deepEqual([error.code, factOf(error, "Sources")], [code, "a.sol, b.sol"]);
    });

  for (const source of [{ urls: ["ipfs://x"] }, { content: "" }])
    it(`should be rejected with the source ${JSON.stringify(source)}: VC202`, async () => {
      const error = await thrownBy(() => read("a.sol:A", { ...SOURCES, "c.sol": source }));
      assert.equal(error.code, "VC202");
      assert.include(factOf(error, "Reason"), "c.sol has no content");
    });
});
