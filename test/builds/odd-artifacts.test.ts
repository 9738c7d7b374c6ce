import { assert } from "chai";
import { readCandidates } from "../../src/internal/builds/read-candidates.ts";
import { folderForEach } from "../helpers/build-files.ts";
import { thrownBy } from "../helpers/thrown.ts";

const ARTIFACT = {
  _format: "hh3-artifact-1",
  contractName: "A",
  sourceName: "contracts/A.sol",
  inputSourceName: "project/contracts/A.sol",
  buildInfoId: "build-1",
  abi: [],
  bytecode: "0x6000",
  deployedBytecode: "0x6000",
  linkReferences: {},
  deployedLinkReferences: {},
  immutableReferences: {},
};

describe("builds - malformed artifacts", () => {
  const folder = folderForEach();
  const read = async (changed: object) => {
    await folder.write("A.json", { ...ARTIFACT, ...changed });
    return readCandidates([folder.path], folder.path);
  };

  it("accepts an artifact in Hardhat's format", async () => assert.lengthOf((await read({})).candidates, 1));

  it("accepts an immutable of one byte", async () => {
    const { candidates } = await read({ immutableReferences: { 1: [{ start: 1, length: 1 }] } });
    assert.lengthOf(candidates, 1);
  });

  for (const [what, none] of [
    ["runtime", { deployedBytecode: "0x" }],
    ["creation", { bytecode: "0x" }],
  ] as const)
    it(`skips an artifact without ${what} code, like an interface's: VC201`, async () =>
      assert.equal((await thrownBy(() => read(none))).code, "VC201"));

  for (const [what, odd] of Object.entries({
    "immutable references that are numbers": { immutableReferences: { y: 3 } },
    "an immutable as long as the code": { immutableReferences: { 1: [{ start: 0, length: 400 }] } },
    "a negative range": { immutableReferences: { 1: [{ start: -1, length: 32 }] } },
    "a library address with another length": {
      deployedLinkReferences: { "L.sol": { L: [{ start: 0, length: 32 }] } },
    },
    "an ABI with invalid entries": { abi: [null, 5] },
    "a build-info elsewhere": { buildInfoId: "../../package" },
    "code that isn't hex": { deployedBytecode: "0xzz" },
    "a name of a megabyte": { contractName: "A".repeat(1_000_000) },
    "100,000 link references": {
      linkReferences: { "L.sol": { L: Array(100_000).fill({ start: 0, length: 20 }) } },
    },
    "an array nested half a million times": {
      abi: [{ type: "constructor", inputs: [{ name: "x", type: `uint256${"[]".repeat(500_000)}` }] }],
    },
    "1,001 libraries": {
      linkReferences: {
        "L.sol": Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`L${at}`, []])),
      },
    },
  } as const))
    it(`rejects ${what}: VC202`, async () => assert.equal((await thrownBy(() => read(odd))).code, "VC202"));
});
