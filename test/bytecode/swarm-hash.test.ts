import { assert } from "chai";
import { computeSwarmHash } from "../../src/internal/bytecode/metadata-hashes.ts";
import { compile, contractOf } from "../helpers/compile.ts";

describe("bytecode - the Swarm hash of a source", () => {
  // A node has 128 chunks of 4096 bytes: shorter, exact and longer, on both levels.
  for (const length of [40, 4_095, 4_096, 4_097, 8_192, 40_000, 524_288, 524_289, 528_384])
    it(`is the compiler's hash, for ${length} bytes`, () => {
      const source = "contract C { }//".padEnd(length, "0123456789abcdef");
      const { metadata } = contractOf(compile({ "C.sol": source }), "C.sol", "C");
      const [url] = (JSON.parse(metadata) as { sources: Record<string, { urls: string[] }> }).sources["C.sol"]
        ?.urls ?? [""];
      assert.equal(`bzz-raw://${computeSwarmHash(Buffer.from(source))}`, url);
    });

  it("is zero for an empty file", () => assert.equal(computeSwarmHash(new Uint8Array()), "0".repeat(64)));
});
