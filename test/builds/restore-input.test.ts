import { setTimeout as sleep } from "node:timers/promises";
import { assert } from "chai";
import { restoreInput } from "../../src/internal/builds/restore-input.ts";
import { parseMetadata } from "../../src/internal/solidity/metadata.ts";
import { factOf, thrownBy } from "../helpers/thrown.ts";

const metadata = parseMetadata(
  JSON.stringify({
    compiler: { version: "0.8.28+commit.7893614a" },
    language: "Solidity",
    output: { abi: [] },
    settings: { compilationTarget: { "src/A.sol": "A" } },
    sources: { "src/A.sol": { keccak256: "0x00" }, "src/B.sol": { keccak256: "0x00" } },
    version: 1,
  }),
);

describe("a compiler input from metadata", () => {
  it("should fail with the first missing source, whichever is read first", async () => {
    const slow = async (name: string) => (name === "src/A.sol" ? await sleep(20, undefined) : undefined);
    const error = await thrownBy(() => restoreInput("A.json", metadata ?? assert.fail(), slow));
    assert.include(factOf(error, "Reason"), "src/A.sol is missing");
  });
});
