import { assert } from "chai";
import { findTrailingAuxdata } from "../../src/internal/bytecode/cbor-auxdata.ts";
import { computeIpfsHash } from "../../src/internal/bytecode/metadata-hashes.ts";
import { decodeCode } from "../../src/internal/domain/code-template.ts";
import { compile, contractOf } from "../helpers/compile.ts";

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
