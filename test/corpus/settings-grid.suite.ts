import { assert } from "chai";
import { explainDifferences } from "../../src/internal/bytecode/explain/explain-differences.ts";
import type { Explained } from "../../src/internal/bytecode/explain/explanation.ts";
import type { CodeTemplate } from "../../src/internal/domain/code-template.ts";
import { compile, contractOf, creationOf, runtimeOf } from "../helpers/compile.ts";

type CompilerVersion = "0.7.6" | "0.8.19" | "0.8.28" | "0.8.37";

interface Way {
  readonly version: CompilerVersion;
  readonly evmVersion: "paris" | "shanghai" | "cancun" | "prague";
  readonly viaIR: boolean;
  /** 0 turns the optimizer off. */
  readonly runs: number;
}

interface GridBuild {
  readonly way: Way;
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly template: { readonly runtime: CodeTemplate; readonly creation: CodeTemplate };
}

const HEAD = "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\n";

const SOURCES: Readonly<Record<string, string>> = {
  "Counter.sol": `${HEAD}contract Counter {
    uint256 public count; address public owner = msg.sender;
    function increment() external { count += 1; }
    function set(uint256 v) external { require(msg.sender == owner, "not owner"); count = v; } }`,
  "Token.sol": `${HEAD}contract Token {
    string public name; uint256 public immutable cap; mapping(address => uint256) public balanceOf;
    event Transfer(address indexed from, address indexed to, uint256 value);
    constructor(string memory n, uint256 c) { name = n; cap = c; balanceOf[msg.sender] = c; }
    function transfer(address to, uint256 v) external returns (bool) {
      balanceOf[msg.sender] -= v; balanceOf[to] += v; emit Transfer(msg.sender, to, v); return true; } }`,
  "Sums.sol": `${HEAD}library Sums {
    function sum(uint256[] calldata a) external pure returns (uint256 s) { for (uint256 i = 0; i < a.length; i++) s += a[i]; }
    function fee(uint256 a) external pure returns (uint256) { return a * 997 / 1000 + 12345678901234567890; } }`,
  "Proxy.sol": `${HEAD}contract Proxy {
    address immutable target;
    constructor(address t) { target = t; }
    fallback() external payable {
      address t = target;
      assembly {
        calldatacopy(0, 0, calldatasize())
        let r := delegatecall(gas(), t, 0, calldatasize(), 0, 0)
        returndatacopy(0, 0, returndatasize())
        switch r case 0 { revert(0, returndatasize()) } default { return(0, returndatasize()) } } } }`,
};

const NAMES = ["Counter", "Token", "Sums", "Proxy"] as const;

function compileGrid(ways: readonly Way[]): readonly GridBuild[] {
  return ways.flatMap((way) => {
    const { version, evmVersion, viaIR, runs } = way;
    const optimizer = runs === 0 ? { enabled: false } : { enabled: true, runs };
    const settings = { evmVersion, viaIR, optimizer };
    const compiled = compile(SOURCES, settings, version);
    return NAMES.map((name) => {
      const contract = contractOf(compiled, `${name}.sol`, name);
      return {
        way,
        name,
        settings,
        template: { runtime: runtimeOf(contract), creation: creationOf(contract) },
      };
    });
  });
}

const WAYS: readonly Way[] = [
  ...[0, 200, 10_000].flatMap((runs) =>
    [false, true].map((viaIR) => ({ version: "0.8.28", evmVersion: "cancun", viaIR, runs }) as const),
  ),
  { version: "0.8.28", evmVersion: "paris", viaIR: false, runs: 200 },
  { version: "0.8.28", evmVersion: "paris", viaIR: true, runs: 200 },
  { version: "0.8.28", evmVersion: "shanghai", viaIR: false, runs: 200 },
  { version: "0.8.28", evmVersion: "shanghai", viaIR: false, runs: 0 },
  { version: "0.8.19", evmVersion: "paris", viaIR: false, runs: 200 },
  { version: "0.8.19", evmVersion: "paris", viaIR: false, runs: 0 },
  { version: "0.8.37", evmVersion: "cancun", viaIR: false, runs: 200 },
  { version: "0.8.37", evmVersion: "prague", viaIR: false, runs: 200 },
];

const KINDS: readonly (readonly [keyof Way, Explained["kind"]])[] = [
  ["version", "compiler-version"],
  ["viaIR", "via-ir"],
  ["evmVersion", "evm-version"],
  ["runs", "optimizer"],
];
/** Causes that no pair of the grid has. */
const OTHER_PROGRAM: readonly Explained["kind"][] = [
  "other-code",
  "constant",
  "library",
  "immutables",
  "truncated",
];

interface Pair {
  readonly onchain: GridBuild;
  readonly built: GridBuild;
  readonly changed: readonly Explained["kind"][];
  readonly found: readonly Explained[];
}

let pairs: readonly Pair[] = [];

function codeOf(object: string): string {
  return `0x${object.replace(/__.{36}__/g, "0".repeat(40))}`;
}

/** Enough words for every constructor with arguments. */
const ARGUMENTS = "00".repeat(96);
const WITH_ARGUMENTS: readonly string[] = ["Token", "Proxy"];

function explain(onchain: GridBuild, built: GridBuild, isKnown: boolean): readonly Explained[] {
  return explainDifferences({
    runtime: codeOf(onchain.template.runtime.object),
    creation:
      codeOf(onchain.template.creation.object) + (WITH_ARGUMENTS.includes(onchain.name) ? ARGUMENTS : ""),
    template: built.template,
    settings: isKnown ? built.settings : undefined,
    compilerVersion: built.way.version,
  });
}

function changedKinds(a: Way, b: Way): readonly Explained["kind"][] {
  return KINDS.filter(([part]) => a[part] !== b[part]).map(([, kind]) => kind);
}

function shareOf(some: readonly Pair[], holds: (pair: Pair) => boolean): number {
  return some.filter(holds).length / some.length;
}

describe("bytecode - explain: a grid of compiler settings", function () {
  this.timeout(120_000);

  before(() => {
    const grid = compileGrid(WAYS);
    pairs = NAMES.flatMap((name) => {
      const builds = grid.filter((build) => build.name === name);
      return builds.flatMap((onchain) =>
        builds
          .filter((built) => built !== onchain)
          .flatMap((built) =>
            [true, false].map((isKnown) => ({
              onchain,
              built,
              changed: changedKinds(onchain.way, built.way),
              found: explain(onchain, built, isKnown),
            })),
          ),
      );
    });
  });

  it("should never be certain about an unchanged setting", () => {
    const kinds = [...KINDS.map(([, kind]) => kind), ...OTHER_PROGRAM];
    const wrong = pairs.flatMap(({ onchain, built, changed, found }) =>
      found
        .filter(
          ({ kind, certainty }) => certainty === "certain" && kinds.includes(kind) && !changed.includes(kind),
        )
        .map(({ text }) => ({ name: built.name, onchain: onchain.way, built: built.way, text })),
    );
    assert.deepEqual(wrong, []);
  });

  it("should explain every pair with different code", () => {
    const silent = pairs.filter(({ onchain, built, found }) => {
      const isSame = onchain.template.runtime.object === built.template.runtime.object;
      return !isSame && found.length === 0;
    });
    assert.isEmpty(silent);
  });

  for (const [kind, least] of [
    ["compiler-version", 1],
    ["via-ir", 1],
    ["evm-version", 1],
    ["optimizer", 0.85],
  ] as const) {
    it(`should name ${kind} first if it is the only change that affects the program`, () => {
      const changedOnce = pairs.filter(
        ({ changed, found }) =>
          changed.length === 1 && changed[0] === kind && found.some((each) => each.kind !== "metadata"),
      );
      assert.isAbove(changedOnce.length, 10);
      const right = shareOf(changedOnce, ({ found }) => found[0]?.kind === kind);
      assert.isAtLeast(right, least);
    });
  }

  it("should name one of the changed settings first if several changed", () => {
    const several = pairs.filter(({ changed }) => changed.length > 1);
    const right = shareOf(several, ({ changed, found }) => changed.some((kind) => found[0]?.kind === kind));
    assert.isAtLeast(right, 0.95);
  });

  it("should hardly ever guess at an unchanged setting", () => {
    const kinds = KINDS.map(([, kind]) => kind);
    const wrong = shareOf(pairs, ({ changed, found }) =>
      found.some(({ kind }) => kinds.includes(kind) && !changed.includes(kind)),
    );
    assert.isAtMost(wrong, 0.01);
  });
});
