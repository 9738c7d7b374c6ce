import { assert } from "chai";
import { addKnownAuxdata } from "../../src/internal/builds/read-candidates.ts";
import { compareCode, hasFittingLength } from "../../src/internal/bytecode/compare.ts";
import type { BuildCandidate } from "../../src/internal/domain/build.ts";
import {
  type CompiledContract,
  candidateOf,
  codesOf,
  compile,
  contractOf,
  creationOf,
  fill,
  flipByte,
  runtimeOf,
} from "../helpers/compile.ts";
import { COUNTER, counter, FACTORY, FIXED, maths, withComment } from "../helpers/contracts.ts";

const COUNTER_PATH = "contracts/Counter.sol";
const LIBRARY = "0x5fbdb2315678afecb367f032d93f642f64180aa3";
const OTHER_LIBRARY = "0xe7f1725e7734ce288f8367e1bb143e90bb3f0512";

function compared(side: "runtime" | "creation", onchain: string, contract: CompiledContract) {
  const template = side === "runtime" ? runtimeOf(contract) : creationOf(contract);
  return compareCode(side, onchain, template) ?? assert.fail("There is no code to compare.");
}

function assertDiffers(
  { sameCode, differences }: ReturnType<typeof compared>,
  kind: (typeof differences)[number]["kind"],
): void {
  assert.isFalse(sameCode);
  const kinds = differences.map((difference) => difference.kind);
  assert.include(kinds, kind);
}

const runtime = (onchain: string, contract: CompiledContract) => compared("runtime", onchain, contract);
const creation = (onchain: string, contract: CompiledContract) => compared("creation", onchain, contract);

function plain(settings = {}): CompiledContract {
  return contractOf(counter(settings), COUNTER_PATH, "Counter");
}

describe("bytecode - comparing plain code", () => {
  it("should cache the comparison of the same two codes only", () => {
    const { evm } = plain();
    const template = runtimeOf(plain());
    const own = `0x${evm.deployedBytecode.object}`;
    const first = compareCode("runtime", own, template);
    assert.isTrue(first?.sameCode);
    assert.strictEqual(compareCode("runtime", own, template), first);
    assert.isFalse(compareCode("runtime", flipByte(own, 0), template)?.sameCode);
    assert.isTrue(compareCode("runtime", own, template)?.sameCode);
    assert.notStrictEqual(compareCode("creation", own, template), first);
  });

  it("finds code equal to itself, on both sides and in any letter case", () => {
    const { evm } = plain();
    const same = { sameCode: true, sameMetadata: true, hasMetadataHash: true, tail: "0x", differences: [] };
    assert.deepInclude(runtime(`0x${evm.deployedBytecode.object}`, plain()), same);
    assert.deepInclude(runtime(evm.deployedBytecode.object.toUpperCase(), plain()), same);
    assert.deepInclude(creation(`0x${evm.bytecode.object}`, plain()), same);
  });

  it("finds every single changed byte of code", () => {
    const contract = plain();
    const { object } = contract.evm.deployedBytecode;
    const codeBytes = object.length / 2 - 53;
    for (let offset = 0; offset < codeBytes; offset += 1) {
      const comparison = runtime(flipByte(object, offset), contract);
      assert.isFalse(comparison.sameCode, `byte ${offset}`);
      assert.isTrue(
        comparison.differences.some((it) => it.kind === "code" && it.offset === offset && it.length === 1),
        `byte ${offset}`,
      );
    }
  });

  it("finds a changed metadata hash, which doesn't count as changed code", () => {
    const other = contractOf(compile({ [COUNTER_PATH]: withComment(COUNTER) }), COUNTER_PATH, "Counter");
    const comparison = runtime(other.evm.deployedBytecode.object, plain());
    assert.deepInclude(comparison, { sameCode: true, sameMetadata: false });
    const kinds = comparison.differences.map(({ kind }) => kind);
    assert.deepEqual(kinds, ["metadata"]);
  });

  it("does not mask auxdata if the code on chain has none", () => {
    const contract = plain();
    const { object } = contract.evm.deployedBytecode;
    // Code in the place of the auxdata: equal code can jump there.
    const hidden = object.slice(0, -106) + "5b".repeat(53);
    assert.isFalse(runtime(hidden, contract).sameCode);
    // The same with the auxdata's length at the end.
    assert.isFalse(runtime(`${object.slice(0, -106)}${"5b".repeat(51)}0033`, contract).sameCode);
    // A key that solc does not write.
    assert.isFalse(runtime(object.replace("64736f6c63", "6473656c66"), contract).sameCode);
  });

  it("finds longer and shorter code different", () => {
    const contract = plain();
    const { object } = contract.evm.deployedBytecode;
    for (const onchain of [`${object}00`, object.slice(0, -2), "0x", object.slice(0, 20)])
      assertDiffers(runtime(onchain, contract), "length");
  });

  it("has no metadata hash with bytecodeHash: none", () => {
    for (const metadata of [{ bytecodeHash: "none" }, { bytecodeHash: "none", appendCBOR: false }]) {
      const contract = plain({ metadata });
      assert.deepInclude(runtime(contract.evm.deployedBytecode.object, contract), {
        sameCode: true,
        sameMetadata: true,
        hasMetadataHash: false,
      });
    }
  });

  it("is undefined if one side isn't code", () => {
    for (const onchain of ["0x6", "0xzz", "no code"])
      assert.isUndefined(compareCode("runtime", onchain, runtimeOf(plain())));
    for (const object of ["", "0x", "60zz"])
      assert.isUndefined(
        compareCode("runtime", "0x60", { object, linkReferences: {}, immutableReferences: {} }),
      );
  });

  it("limits the number of differences from unrelated code", () => {
    const contract = plain();
    const { object } = contract.evm.deployedBytecode;
    const { differences } = runtime("ab".repeat(object.length / 2), contract);
    assert.isAtMost(differences.length, 20);
    for (const { expected, actual } of differences)
      assert.isAtMost(Math.max(expected.length, actual.length), 67);
  });
});

describe("bytecode - comparing code that creates another contract", () => {
  const PATH = "contracts/Factory.sol";
  const factoryOf = (source: string) => contractOf(compile({ [PATH]: source }), PATH, "Factory");
  /** Templates as read from a project, each with the known auxdata of all contracts. */
  const ofProject = (source: string) => {
    const compiled = compile({ [PATH]: source });
    const candidates = addKnownAuxdata(["Factory", "Child"].map((name) => candidateOf(compiled, PATH, name)));
    return (candidates[0] as BuildCandidate).runtime;
  };

  it("masks the auxdata of both contracts", () => {
    const other = factoryOf(withComment(FACTORY));
    const comparison = compareCode("runtime", other.evm.deployedBytecode.object, ofProject(FACTORY));
    assert.deepInclude(comparison, { sameCode: true, sameMetadata: false, hasMetadataHash: true });
    assert.lengthOf(comparison?.differences ?? [], 2);
  });

  it("does not mask the auxdata of a contract outside the build", () => {
    const constant = (fill: string) => `// SPDX-License-Identifier: MIT
      pragma solidity ^0.8.0;
      contract Factory { function f() external pure returns (bytes memory) {
        return hex"a2646970667358221220${fill.repeat(32)}64736f6c634300081c0033"; } }
      contract Child {}`;
    const other = factoryOf(constant("bb"));
    assert.isFalse(
      compareCode("runtime", other.evm.deployedBytecode.object, ofProject(constant("aa")))?.sameCode,
    );
  });

  it("masks nothing inside the code if the contract's own metadata hash is equal", () => {
    const contract = factoryOf(FACTORY);
    const { object } = contract.evm.deployedBytecode;
    const inner = object.indexOf("a2646970667358221220") / 2 + 10;
    assert.isFalse(runtime(flipByte(object, inner), contract).sameCode);
  });
});

describe("bytecode - comparing values filled in at deployment", () => {
  const fixed = () => contractOf(compile({ "contracts/Fixed.sol": FIXED }), "contracts/Fixed.sol", "Fixed");

  it("reads immutables, including one with several positions", () => {
    const contract = fixed();
    const { object, immutableReferences = {} } = contract.evm.deployedBytecode;
    const entries = Object.entries(immutableReferences);
    const values = ["4d", "aabbccddeeff00112233445566778899aabbccdd"];
    const onchain = entries.reduce(
      (code, [, ranges], index) => fill(code, ranges, values[index] ?? ""),
      object,
    );
    assert.isTrue(entries.some(([, ranges]) => ranges.length > 1));
    const comparison = runtime(onchain, contract);
    assert.deepInclude(comparison, { sameCode: true, sameMetadata: true });
    assert.sameMembers(
      Object.values(comparison.immutables),
      values.map((value) => `0x${value.padStart(64, "0")}`),
    );
  });

  it("finds contradictory values of one immutable", () => {
    const contract = fixed();
    const { object, immutableReferences = {} } = contract.evm.deployedBytecode;
    const ranges = Object.values(immutableReferences).find(({ length }) => length > 1) ?? [];
    assert.isAbove(ranges.length, 1);
    const onchain = fill(fill(object, ranges.slice(0, 1), "01"), ranges.slice(1), "02");
    assertDiffers(runtime(onchain, contract), "immutable");
  });

  it("does not mask a range that exceeds the code", () => {
    const { object } = plain().evm.deployedBytecode;
    for (const range of [
      { start: -1, length: 400 },
      { start: 0, length: 100_000 },
      { start: 0, length: -5 },
    ]) {
      const template = { object, linkReferences: {}, immutableReferences: { 1: [range] } };
      assert.isFalse(compareCode("runtime", flipByte(object, 3), template)?.sameCode);
    }
  });

  it("reads a library's address at its placeholders, on both sides", () => {
    const contract = contractOf(maths(), "contracts/UsesMaths.sol", "UsesMaths");
    for (const [side, code] of [
      ["runtime", contract.evm.deployedBytecode],
      ["creation", contract.evm.bytecode],
    ] as const) {
      assert.include(code.object, "__$");
      const ranges = Object.values(code.linkReferences).flatMap((names) => Object.values(names).flat());
      assert.lengthOf(ranges, 2);
      const libraries = { "contracts/Maths.sol:Maths": LIBRARY };
      assert.deepInclude(compared(side, fill(code.object, ranges, LIBRARY), contract), {
        sameCode: true,
        sameMetadata: true,
        libraries,
      });
    }
  });

  it("finds contradictory addresses of one library", () => {
    const contract = contractOf(maths(), "contracts/UsesMaths.sol", "UsesMaths");
    const { object, linkReferences } = contract.evm.deployedBytecode;
    const ranges = Object.values(linkReferences).flatMap((names) => Object.values(names).flat());
    const onchain = fill(fill(object, ranges.slice(0, 1), LIBRARY), ranges.slice(1), OTHER_LIBRARY);
    assertDiffers(runtime(onchain, contract), "library");
  });

  it("accepts a library's own address at the start, and no other change there", () => {
    const contract = contractOf(maths(), "contracts/Maths.sol", "Maths");
    const { object } = contract.evm.deployedBytecode;
    assert.match(object, /^73(00){20}3014/);
    const onchain = fill(object, [{ start: 1, length: 20 }], LIBRARY);
    assert.deepInclude(runtime(onchain, contract), { sameCode: true, sameMetadata: true });
    for (const offset of [0, 21, 22]) assert.isFalse(runtime(flipByte(onchain, offset), contract).sameCode);
  });

  it("finds a changed address at the start of a contract that is not a library", () => {
    const template = {
      object: `73${"00".repeat(20)}5b00`,
      linkReferences: {},
      immutableReferences: {},
    };
    assert.isFalse(compareCode("runtime", `0x73${LIBRARY.slice(2)}5b00`, template)?.sameCode);
  });

  it("returns the bytes after the creation code as its tail", () => {
    const contract = fixed();
    const tail = `${"00".repeat(31)}4d`;
    assert.deepInclude(creation(contract.evm.bytecode.object + tail, contract), {
      sameCode: true,
      tail: `0x${tail}`,
    });
  });
});

describe("bytecode - comparing code on chain without the build's metadata hash", () => {
  const source = "contract C { uint256 public x; function f() external { x = 7; } }";
  const built = runtimeOf(contractOf(compile({ "C.sol": source }), "C.sol", "C"));
  const onchain = (metadata: Readonly<Record<string, unknown>>) =>
    codesOf(compile({ "C.sol": source }, { metadata }), "C.sol", "C").runtime;

  for (const [what, metadata] of [
    ["no metadata", { appendCBOR: false }],
    ["metadata without a hash", { bytecodeHash: "none" }],
  ] as const) {
    it(`should be recognised as the same program with ${what}`, () => {
      const code = onchain(metadata);
      assert.isTrue(hasFittingLength(code, built));
      const comparison = compareCode("runtime", code, built);
      assert.deepInclude(comparison, { sameCode: true, sameMetadata: false });
      assert.deepEqual(
        comparison?.differences.map(({ kind }) => kind),
        ["metadata"],
      );
    });

    it(`should be different if any byte of the program changes, with ${what}`, () => {
      const code = onchain(metadata);
      const programBytes = onchain({ appendCBOR: false }).length / 2 - 1;
      for (let offset = 0; offset < programBytes; offset += 1) {
        assert.isFalse(compareCode("runtime", flipByte(code, offset), built)?.sameCode, `byte ${offset}`);
      }
    });
  }

  it("should be different if it is shorter or longer", () => {
    const code = onchain({ appendCBOR: false });
    for (const other of [code.slice(0, -2), `${code}fe`, `${code}fe00`])
      assert.isFalse(compareCode("runtime", other, built)?.sameCode);
  });

  it("should be different for a factory, where offsets would shift", () => {
    const making = `${source} contract Factory { function make() external { new C(); } }`;
    const factory = (settings = {}) =>
      runtimeOf(contractOf(compile({ "F.sol": making }, settings), "F.sol", "Factory"));
    const bare = factory({ metadata: { appendCBOR: false } });
    assert.isFalse(compareCode("runtime", `0x${bare.object}`, factory())?.sameCode);
  });
});
