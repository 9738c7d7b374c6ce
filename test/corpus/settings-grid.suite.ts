import { assert } from "chai";
import { explainDifferences } from "../../src/internal/bytecode/explain/explain-differences.ts";
import type { Explained } from "../../src/internal/bytecode/explain/explanation.ts";
import { compile, contractOf, creationOf, runtimeOf } from "../helpers/compile.ts";

interface Way {
  readonly version: "0.8.19" | "0.8.28" | "0.8.37";
  readonly evmVersion: "paris" | "shanghai" | "cancun" | "prague";
  readonly viaIR: boolean;
  /** 0 turns the optimizer off. */
  readonly runs: number;
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

/** Each setting's explanation, and how often it has to come first if nothing else changed. */
const KINDS: readonly (readonly [setting: keyof Way, kind: Explained["kind"], least: number])[] = [
  ["version", "compiler-version", 1],
  ["viaIR", "via-ir", 1],
  ["evmVersion", "evm-version", 1],
  ["runs", "optimizer", 0.85],
];
/** Causes that no pair of the grid has. */
const OTHER_PROGRAM = ["other-code", "constant", "library", "immutables", "truncated"] as const;

const HEAD = "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\n";
const SOURCES: Readonly<Record<string, string>> = {
  "Token.sol": `${HEAD}contract Token {
    string public name; uint256 public immutable cap; mapping(address => uint256) public balanceOf;
    event Transfer(address indexed from, address indexed to, uint256 value);
    constructor(string memory n, uint256 c) { name = n; cap = c; balanceOf[msg.sender] = c; }
    function transfer(address to, uint256 v) external returns (bool) {
      balanceOf[msg.sender] -= v; balanceOf[to] += v; emit Transfer(msg.sender, to, v); return true; } }`,
  "Sums.sol": `${HEAD}library Sums {
    function sum(uint256[] calldata a) external pure returns (uint256 s) { for (uint256 i = 0; i < a.length; i++) s += a[i]; }
    function fee(uint256 a) external pure returns (uint256) { return a * 997 / 1000 + 12345678901234567890; } }`,
};
/** Enough words for the constructor's arguments. */
const ARGUMENTS: Readonly<Record<string, string>> = { Token: "00".repeat(96), Sums: "" };

function buildsOf(name: string) {
  return WAYS.map((way) => {
    const { version, evmVersion, viaIR, runs } = way;
    const optimizer = runs === 0 ? { enabled: false } : { enabled: true, runs };
    const settings = { evmVersion, viaIR, optimizer };
    const contract = contractOf(compile(SOURCES, settings, version), `${name}.sol`, name);
    return {
      name,
      way,
      settings,
      template: { runtime: runtimeOf(contract), creation: creationOf(contract) },
    };
  });
}

type GridBuild = ReturnType<typeof buildsOf>[number];

function explain(onchain: GridBuild, built: GridBuild, isKnown: boolean): readonly Explained[] {
  return explainDifferences({
    runtime: onchain.template.runtime.object,
    creation: onchain.template.creation.object + ARGUMENTS[onchain.name],
    template: built.template,
    settings: isKnown ? built.settings : undefined,
    compilerVersion: built.way.version,
  });
}

function pairsOf(name: string) {
  const builds = buildsOf(name);
  return builds.flatMap((onchain) =>
    builds.flatMap((built) =>
      (built === onchain ? [] : [true, false]).map((isKnown) => ({
        ...{ onchain, built, found: explain(onchain, built, isKnown) },
        changed: KINDS.filter(([part]) => onchain.way[part] !== built.way[part]).map(([, kind]) => kind),
      })),
    ),
  );
}

describe("bytecode - explain: a grid of compiler settings", function () {
  this.timeout(120_000);
  let pairs: ReturnType<typeof pairsOf> = [];
  const shareOf = (some: typeof pairs, holds: (pair: (typeof pairs)[number]) => boolean) =>
    some.filter(holds).length / some.length;
  before(() => {
    pairs = ["Token", "Sums"].flatMap(pairsOf);
  });

  it("should never be certain about an unchanged setting", () => {
    const kinds: readonly Explained["kind"][] = [...KINDS.map(([, kind]) => kind), ...OTHER_PROGRAM];
    const wrong = pairs.flatMap(({ onchain, built, changed, found }) =>
      found
        .filter((each) => each.certainty === "certain" && kinds.includes(each.kind))
        .filter(({ kind }) => !changed.includes(kind))
        .map(({ text }) => ({ name: built.name, onchain: onchain.way, built: built.way, text })),
    );
    assert.deepEqual(wrong, []);
  });

  it("should explain every pair with different code", () =>
    assert.isEmpty(
      pairs.filter(({ onchain, built, found }) => {
        return onchain.template.runtime.object !== built.template.runtime.object && found.length === 0;
      }),
    ));

  for (const [, kind, least] of KINDS)
    it(`should name ${kind} first if it is the only change that affects the program`, () => {
      const changedOnce = pairs.filter(
        ({ changed, found }) => `${changed}` === kind && found.some((each) => each.kind !== "metadata"),
      );
      assert.isAbove(changedOnce.length, 5);
      assert.isAtLeast(
        shareOf(changedOnce, ({ found }) => found[0]?.kind === kind),
        least,
      );
    });

  it("should name one of the changed settings first if several changed", () => {
    const several = pairs.filter(({ changed }) => changed.length > 1);
    const right = shareOf(several, ({ changed, found }) => changed.some((kind) => found[0]?.kind === kind));
    assert.isAtLeast(right, 0.95);
  });
});
