import { assert } from "chai";
import { findTrailingAuxdata } from "../../src/internal/bytecode/cbor-auxdata.ts";
import {
  computeIpfsHash,
  computeOldSwarmHash,
  computeSwarmHash,
} from "../../src/internal/bytecode/metadata-hashes.ts";
import { decodeCode } from "../../src/internal/domain/code-template.ts";
import { compile, compileWith, contractOf } from "../helpers/compile.ts";

describe("bytecode - the IPFS hash of a file", () => {
  // Printed by `ipfs add`.
  for (const [content, hash] of [
    ["hello world\n", "QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o"],
    ["hello world", "Qmf412jQZiuVUtdgnB36FXFX7xg5V6KEbSJ4dpQuhkLyfD"],
  ] as const)
    it(`is ${hash} for ${JSON.stringify(content)}`, () =>
      assert.equal(computeIpfsHash(Buffer.from(content)), hash));

  for (const length of [1000, 262_144, 600_000])
    it(`is the compiler's hash of metadata with a source of ${length} characters`, () => {
      const source = `pragma solidity ^0.8.0; contract A { } /* ${"x".repeat(length)} */`;
      const compiled = compile({ "A.sol": source }, { metadata: { useLiteralContent: true } });
      const { metadata, evm } = contractOf(compiled, "A.sol", "A");
      const section = findTrailingAuxdata(decodeCode(evm.deployedBytecode.object) ?? new Uint8Array());
      assert.equal(computeIpfsHash(Buffer.from(metadata)), section?.ipfs);
    });
});

describe("bytecode - a source's Swarm hash", () => {
  // A node has 128 chunks of 4096 bytes: shorter, exact and longer, on both levels.
  for (const length of [40, 4_096, 4_097, 524_288, 524_289])
    it(`is the compiler's hash for ${length} bytes`, () => {
      const source = "contract C { }//".padEnd(length, "0123456789abcdef");
      const { metadata } = contractOf(compile({ "C.sol": source }), "C.sol", "C");
      const [url] = (JSON.parse(metadata) as { sources: Record<string, { urls: string[] }> }).sources["C.sol"]
        ?.urls ?? [""];
      assert.equal(`bzz-raw://${computeSwarmHash(Buffer.from(source))}`, url);
    });
});

describe("bytecode - the Swarm hash written by compilers before 0.5.9", () => {
  // Shorter than a chunk of 4096 bytes, several chunks, and more than the 128 of one node.
  for (const length of [1, 10_000, 600_000])
    it(`is the compiler's hash of metadata with a source of ${length} characters`, () => {
      const sources = { "A.sol": { content: `contract A { } // ${"x".repeat(length)}` } };
      const outputSelection = { "*": { "*": ["metadata", "evm.deployedBytecode.object"] } };
      const settings = { metadata: { useLiteralContent: true }, outputSelection };
      const compiled = compileWith("0.4.26", { language: "Solidity", sources, settings });
      const { evm, metadata } = contractOf(compiled, "A.sol", "A");
      const code = decodeCode(evm.deployedBytecode.object) ?? new Uint8Array();
      assert.equal(computeOldSwarmHash(Buffer.from(metadata)), findTrailingAuxdata(code)?.bzzr0);
    });
});
