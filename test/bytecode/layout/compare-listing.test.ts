import { assert } from "chai";
import { id } from "ethers";
import { findSourceLine } from "../../../src/internal/bytecode/layout/code-origins.ts";
import { compareListing } from "../../../src/internal/bytecode/layout/compare-listing.ts";
import { type CodeTemplate, codeLength, decodeCode } from "../../../src/internal/domain/code-template.ts";
import { compile, compileInput, contractOf, fill, runtimeOf } from "../../helpers/compile.ts";

const sourceOf = (body: string) =>
  `// SPDX-License-Identifier: MIT\npragma solidity 0.8.28;\ncontract A {\n  ${body}\n}\n`;

function codeOf(body: string): CodeTemplate {
  return runtimeOf(contractOf(compile({ "a.sol": sourceOf(body) }), "a.sol", "A"));
}

const listingOf = (onChain: string, inBuild: string) => {
  const chain = codeOf(onChain);
  const build = codeOf(inBuild);
  const signatures = new Map([[id("b()").slice(2, 10), "b()"]]);
  return { listing: compareListing(`0x${chain.object}`, build, signatures), chain, build };
};

describe("bytecode - the listing of two codes", () => {
  it("should be undefined for the same program", () =>
    assert.isUndefined(
      listingOf("uint256 public a = 1;", "uint256 public a = 1; // other metadata").listing,
    ));

  it("should name a function that exists only on chain, and count moved code as equal", () => {
    const { listing, chain, build } = listingOf(
      "uint256 public a; function b() external view returns (uint256) { return a + 1; }",
      "uint256 public a;",
    );
    const { segments, places, onlyOnChain, onlyInBuild, bytes } = listing ?? assert.fail();
    assert.equal(bytes, codeLength(build.object));
    assert.isAbove(onlyOnChain, 5);
    assert.isAbove(onlyOnChain, onlyInBuild);
    const rows = places.flatMap((place) => place.rows);
    const notes = rows.map(({ onChain }) => onChain?.note);
    assert.include(notes, "selector of b()");
    assert.isTrue(
      rows.some(({ state }) => state === "moved"),
      "jumps to what moved",
    );
    // Each byte of both codes is in one segment.
    for (const [side, code] of [
      ["onChain", chain],
      ["inBuild", build],
    ] as const) {
      let end = 0;
      for (const { [side]: extent } of segments) {
        assert.equal(extent[0], end);
        end += extent[1];
      }
      assert.equal(end, codeLength(code.object));
    }
    assert.equal(segments.at(-1)?.kind, "metadata");
  });

  it("should show a changed constant next to the build's, in one row", () => {
    const { listing } = listingOf(
      "function c() external pure returns (uint256) { return 4711; }",
      "function c() external pure returns (uint256) { return 1234; }",
    );
    const differing = listing?.places.flatMap(({ rows }) => rows.filter(({ state }) => state === "differs"));
    const found = differing?.map(({ onChain, inBuild }) => [onChain?.text, inBuild?.text]);
    assert.deepEqual(found, [["PUSH2 0x1267", "PUSH2 0x04d2"]]);
    const [place] = listing?.places ?? [];
    assert.equal(place?.rows.length, 7, "three instructions before and after");
    assert.isAbove(place?.before ?? 0, 10);
  });

  it("should not report a filled-in immutable as a difference", () => {
    const body = (value: number) =>
      `uint256 public immutable k; constructor() { k = 7; } function c() external pure returns (uint256) { return ${value}; }`;
    const build = codeOf(body(1234));
    const ranges = Object.values(build.immutableReferences).flat();
    const onChain = fill(codeOf(body(4711)).object, ranges, "7");
    const rows = compareListing(onChain, build)?.places.flatMap((place) => place.rows) ?? assert.fail();
    const found = rows.filter(({ state }) => state === "differs").map(({ onChain: at }) => at?.text);
    assert.deepEqual(found, ["PUSH2 0x1267"]);
  });

  it("should list at most two places and 64 segments of unrelated codes", () => {
    const many = Array.from(
      { length: 40 },
      (_, index) =>
        `function f${index}(uint256 x) external pure returns (uint256) { return x * ${index + 3}; }`,
    );
    const { listing } = listingOf(many.join("\n"), many.map((text) => text.replace("x *", "x +")).join("\n"));
    const alternating = (changed: string) =>
      `0x${Array.from({ length: 80 }, (_, index) => "5b".repeat(index % 4 === 0 ? 40 : 4) + changed).join("")}`;
    const built = { object: alternating("0202"), linkReferences: {}, immutableReferences: {} };
    for (const { places, segments } of [listing, compareListing(alternating("01"), built)].map(
      (each) => each ?? assert.fail(),
    )) {
      assert.isAtMost(places.length, 2);
      assert.isAtMost(segments.length, 64);
      for (const side of ["onChain", "inBuild"] as const) {
        const program = segments.filter(({ kind }) => kind !== "metadata").map((segment) => segment[side]);
        for (const [index, [start]] of program.entries())
          assert.equal(start, index === 0 ? 0 : sum(program[index - 1]), `${side} ${index}`);
      }
    }
  });

  it("should find the differing source line by the source map", () => {
    const text = sourceOf("function c() external pure returns (uint256) {\n    return 1234; // ü\n  }");
    const { input, output } = compileInput({
      language: "Solidity",
      sources: { "z.sol": { content: "// SPDX-License-Identifier: MIT\n" }, "a.sol": { content: text } },
      settings: {
        optimizer: { enabled: true, runs: 200 },
        outputSelection: { "*": { "*": ["evm.deployedBytecode"] } },
      },
    });
    const code = output.contracts["a.sol"]?.A?.evm.deployedBytecode as unknown as {
      object: string;
      sourceMap: string;
    };
    const at = code.object.indexOf("6104d2") / 2;
    assert.deepEqual(
      findSourceLine(decodeCode(code.object) ?? assert.fail(), at, code.sourceMap, input.sources),
      { file: "a.sol", line: 5, text: "return 1234; // ü" },
    );
  });
});

function sum([start, length]: readonly [number, number] = [0, 0]): number {
  return start + length;
}
