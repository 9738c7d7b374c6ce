import { assert } from "chai";
import { keccak256 } from "ethers";
import {
  createCreationLayout,
  createRuntimeLayout,
  sortParts,
} from "../../../src/internal/bytecode/layout/runtime-layout.ts";
import type { CodeTemplate } from "../../../src/internal/domain/code-template.ts";
import { compile, contractOf, creationOf, fill, flipByte, runtimeOf } from "../../helpers/compile.ts";

const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;
library Adder { function add(uint256 a, uint256 b) external pure returns (uint256) { return a + b; } }
contract Sum {
  uint256 public immutable k;
  constructor(uint256 start) { k = start; }
  function sum(uint256 a) external view returns (uint256) { return Adder.add(a, k); }
}`;

const ADDRESS = "ab".repeat(20);
const VALUE = `${"0".repeat(62)}2a`;

const compiled = compile({ "a.sol": SOURCE });

function templatesOf(name: string): { readonly runtime: CodeTemplate; readonly creation: CodeTemplate } {
  const contract = contractOf(compiled, "a.sol", name);
  return { runtime: runtimeOf(contract), creation: creationOf(contract) };
}

/** The code as on chain, with libraries and immutables filled in. */
function deployed({ object, linkReferences, immutableReferences }: CodeTemplate): string {
  const libraries = Object.values(linkReferences).flatMap((ofFile) => Object.values(ofFile).flat());
  const linked = fill(object, libraries, ADDRESS);
  return `0x${fill(linked, Object.values(immutableReferences).flat(), VALUE)}`;
}

describe("bytecode - the parts of code", () => {
  const { runtime, creation } = templatesOf("Sum");
  const onchain = deployed(runtime);
  const layout = createRuntimeLayout(onchain, runtime) ?? assert.fail();

  it("should be the immutables, libraries and auxdata, and nothing else", () => {
    const immutables = Object.entries(runtime.immutableReferences).flatMap(([name, places]) =>
      places.map((range) => ({ kind: "immutable", name, ...range })),
    );
    const libraries = Object.values(runtime.linkReferences["a.sol"] ?? {}).flatMap((places) =>
      places.map((range) => ({ kind: "library", name: "a.sol:Adder", ...range })),
    );
    const [metadata, ...more] = layout.parts.filter(({ kind }) => kind === "metadata");
    assert.isEmpty(more);
    assert.match(metadata?.value ?? "", /^ipfs Qm\w{44}, solc 0\.8\.28$/);
    assert.equal((metadata?.start ?? 0) + (metadata?.length ?? 0), layout.bytes);
    const expected = [...immutables, ...libraries].sort((a, b) => a.start - b.start);
    assert.isAtLeast(expected.length, 3);
    const found = layout.parts.filter(({ kind }) => kind !== "metadata");
    assert.deepEqual(found, expected as never);
  });

  it("should be kept if they touch, but the later one dropped if they overlap", () => {
    const part = (start: number, length: number) => ({ kind: "differs", start, length }) as const;
    const starts = (...parts: ReturnType<typeof part>[]) => sortParts(parts).map(({ start }) => start);
    assert.deepEqual(starts(part(20, 5), part(10, 10), part(25, 1)), [10, 20, 25]);
    assert.deepEqual(starts(part(10, 10), part(5, 6), part(19, 5), part(12, 2), part(30, 0)), [10]);
  });

  it("should come with the account's code hash and the length", () => {
    assert.deepEqual([layout.hash, layout.bytes], [keccak256(onchain), (onchain.length - 2) / 2]);
    assert.isUndefined(layout.hex, "only of a small code");
  });

  it("should include bytes that differ from the build", () => {
    const at = 30;
    const changed = flipByte(onchain, at);
    const found = createRuntimeLayout(changed, runtime)?.parts.filter(({ kind }) => kind === "differs");
    assert.deepEqual(found, [{ kind: "differs", start: at, length: 1 }]);
  });

  it("should include a library's call protection, with and without its build", () => {
    const template = templatesOf("Adder").runtime;
    const own = `0x73${ADDRESS}${template.object.slice(42)}`;
    for (const known of [template, undefined]) {
      const [first] = createRuntimeLayout(own, known)?.parts ?? [];
      assert.deepEqual(first, { kind: "call-protection", start: 1, length: 20, value: `0x${ADDRESS}` });
    }
  });

  it("should include a minimal proxy's implementation, with its bytes", () => {
    const clone = `0x363d3d373d3d3d363d73${ADDRESS}5af43d82803e903d91602b57fd5bf3`;
    const found = createRuntimeLayout(clone);
    assert.deepEqual(found?.parts, [
      { kind: "implementation", start: 10, length: 20, value: `0x${ADDRESS}` },
    ]);
    assert.equal(found?.hex, clone);
  });

  it("should be undefined without code", () => {
    assert.isUndefined(createRuntimeLayout("0x"));
    assert.isUndefined(createRuntimeLayout("0xzz"));
  });

  it("should cover init code without a gap: constructor, runtime code and arguments", () => {
    const init = `0x${creation.object.replaceAll(/__.{36}__/g, ADDRESS)}${VALUE}`;
    const { bytes, parts } = createCreationLayout(init, { runtime, creation }) ?? assert.fail();
    const kinds = parts.map(({ kind }) => kind);
    assert.deepEqual(kinds, ["constructor", "runtime", "arguments"]);
    let end = 0;
    for (const { start, length } of parts) {
      assert.equal(start, end);
      end += length;
    }
    assert.deepEqual([end, parts[1]?.length, parts[2]?.length], [bytes, layout.bytes, 32]);
  });
});
