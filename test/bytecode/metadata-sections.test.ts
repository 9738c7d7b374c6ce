import { assert } from "chai";
import { findMetadataSections } from "../../src/internal/bytecode/metadata-sections.ts";
import { decodeCode } from "../../src/internal/domain/code-template.ts";
import { compile, contractOf, creationOf, runtimeOf } from "../helpers/compile.ts";
import { counter, FACTORY } from "../helpers/contracts.ts";

function sectionsOf(object: string) {
  const code = decodeCode(object);
  assert.isDefined(code);
  return findMetadataSections(code ?? new Uint8Array());
}

function bytes(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, "hex"));
}

describe("bytecode - metadata sections", () => {
  it("finds the section with an IPFS hash at the end of a runtime code", () => {
    const { object } = runtimeOf(contractOf(counter(), "contracts/Counter.sol", "Counter"));
    const [section, ...more] = sectionsOf(object);
    assert.isEmpty(more);
    const { ipfs = "", ...rest } = section ?? {};
    assert.deepEqual(rest, {
      offset: object.length / 2 - 53,
      length: 53,
      hasHash: true,
      solcVersion: "0.8.28",
    });
    assert.match(ipfs, /^Qm[1-9A-HJ-NP-Za-km-z]{44}$/);
  });

  it("finds a section without a hash where the hash is left out", () => {
    const compiled = counter({ metadata: { bytecodeHash: "none" } });
    const sections = sectionsOf(runtimeOf(contractOf(compiled, "contracts/Counter.sol", "Counter")).object);
    assert.deepInclude(sections[0], { hasHash: false, solcVersion: "0.8.28" });
  });

  it("finds a section with a Swarm hash", () => {
    const compiled = counter({ metadata: { bytecodeHash: "bzzr1" } });
    const sections = sectionsOf(runtimeOf(contractOf(compiled, "contracts/Counter.sol", "Counter")).object);
    assert.deepInclude(sections[0], { hasHash: true });
  });

  it("finds none where CBOR is not appended", () => {
    const compiled = counter({ metadata: { appendCBOR: false, bytecodeHash: "none" } });
    assert.isEmpty(sectionsOf(runtimeOf(contractOf(compiled, "contracts/Counter.sol", "Counter")).object));
  });

  it("finds one more for each contract that a factory creates, on both sides", () => {
    const factory = contractOf(
      compile({ "contracts/Factory.sol": FACTORY }),
      "contracts/Factory.sol",
      "Factory",
    );
    assert.lengthOf(sectionsOf(runtimeOf(factory).object), 2);
    assert.lengthOf(sectionsOf(creationOf(factory).object), 2);
  });

  for (const [what, hex] of [
    ["nothing", ""],
    ["a map head at the very end", "a2"],
    ["a key without a value", "a164736f6c63"],
    ["a stated length of something else", "a164736f6c634300081cffff"],
    ["a key that Solidity does not write", "a164736f6c644300081c000a"],
    ["a hash of the wrong kind of content", `a16469706673${"5820"}${"ab".repeat(32)}0028`],
    ["a hash that is too short to be one", `a16469706673${"54"}${"ab".repeat(20)}001b`],
    ["a Swarm hash of another length", `a165627a7a7231${"54"}${"ab".repeat(20)}001c`],
    ["a version that no compiler has", "a164736f6c6343ffffff000a"],
    ["a value that is no boolean", "a16c6578706572696d656e74616c41020010"],
    ["a CBOR tag bomb", `a164736f6c63${"c1".repeat(180)}00ba`],
  ] as const) {
    it(`takes no section for ${what}`, () => {
      assert.isEmpty(findMetadataSections(bytes(hex)));
    });
  }

  it("reads a megabyte of bytes that look like sections in no time", () => {
    const started = performance.now();
    findMetadataSections(bytes("a264697066735822".repeat(20_000)));
    findMetadataSections(bytes("a164736f6c634300081c".repeat(20_000)));
    assert.isBelow(performance.now() - started, 3000);
  });
});
