import { assert } from "chai";
import { findCodeOrigins } from "../../../src/internal/bytecode/layout/code-origins.ts";
import { createRuntimeLayout } from "../../../src/internal/bytecode/layout/runtime-layout.ts";
import type { CodeOrigins } from "../../../src/internal/report/model.ts";
import { compileInput, contractOf, runtimeOf } from "../../helpers/compile.ts";

const PACKAGE = "npm/maths@1.0.0/Maths.sol";
const OWN = "project/contracts/Sum.sol";

const SOURCES = {
  [OWN]: `// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;
import {Maths} from "../../${PACKAGE}";
contract Sum { uint256[] public all; function sum(uint256 a) external { all.push(Maths.square(a)); } }
contract Own { uint256 public a; function set(uint256 b) external { a = b; } }
contract Factory { function make() external returns (Own) { return new Own(); } }`,
  [PACKAGE]: `// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;
library Maths { function square(uint256 a) internal pure returns (uint256) { require(a < 1000, "too large"); return a * a; } }`,
};

const compiled = compileInput({
  language: "Solidity",
  sources: Object.fromEntries(Object.entries(SOURCES).map(([path, content]) => [path, { content }])),
  settings: { optimizer: { enabled: false }, outputSelection: { "*": { "*": ["evm.deployedBytecode"] } } },
});

function subject(name: string) {
  const contract = contractOf(compiled, OWN, name);
  const { object, sourceMap = "" } = contract.evm.deployedBytecode;
  const onchain = `0x${object}`;
  const parts = createRuntimeLayout(onchain, runtimeOf(contract))?.parts ?? [];
  return { onchain, parts, map: { sourceMap, paths: Object.keys(SOURCES), ownPath: OWN } };
}

function originsOf(name: string): CodeOrigins {
  const { onchain, parts, map } = subject(name);
  return findCodeOrigins(onchain, parts, map) ?? assert.fail();
}

describe("bytecode - the origin of code", () => {
  it("should separate code of the project, packages and compiler, and account for every byte", () => {
    const { onchain, parts } = subject("Sum");
    const { project, packages, compiler, data, cells, cellBytes } = originsOf("Sum");
    const bytes = (onchain.length - 2) / 2;
    const inParts = parts.reduce((sum, { length }) => sum + length, 0);
    assert.equal(project + packages + compiler + data + inParts, bytes);
    for (const count of [project, packages, compiler]) assert.isAbove(count, 20);
    assert.lengthOf(cells, Math.ceil(bytes / cellBytes));
    assert.match(cells, /^[pdcx]+-+$/, "the metadata, at the end, is no instruction");
  });

  it("should count a created contract's code as data", () => {
    const own = originsOf("Own");
    const factory = originsOf("Factory");
    assert.isAbove(factory.data, own.project + own.compiler);
    assert.isBelow(own.data, 5);
  });

  it("should count a package's own contract as the package's", () => {
    const { onchain, parts, map } = subject("Sum");
    const origins = findCodeOrigins(onchain, parts, {
      ...map,
      paths: [PACKAGE, "npm/other@1.0.0/Sum.sol"],
      ownPath: PACKAGE,
    });
    assert.equal(origins?.project, 0);
  });

  it("should be undefined for an invalid source map or another code's map", () => {
    const { onchain, parts, map } = subject("Own");
    const other = subject("Sum").map.sourceMap;
    for (const sourceMap of ["", "<script>", "1:2:0:-:0;javascript", other])
      assert.isUndefined(findCodeOrigins(onchain, parts, { ...map, sourceMap }), sourceMap.slice(0, 20));
    assert.isUndefined(findCodeOrigins("0x", parts, map));
  });

  it("should not exceed the maximum number of cells", () => {
    const { sourceMap } = subject("Own").map;
    const code = `0x${"5b".repeat(24_576)}`;
    const { cells, cellBytes } =
      findCodeOrigins(code, [], { sourceMap, paths: [OWN], ownPath: OWN }) ?? assert.fail();
    assert.equal(cellBytes, 32);
    assert.lengthOf(cells, 768);
  });
});
