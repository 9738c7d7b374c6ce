import { assert } from "chai";
import { findAuxdata, findTrailingAuxdata } from "../../src/internal/bytecode/cbor-auxdata.ts";
import { bytesOf, hexOf, isSolcAuxdata, sourcifyAuxdata } from "../helpers/bytecode/auxdata.ts";
import { compileWith } from "../helpers/compile.ts";
import { COMPILERS } from "../helpers/solc.ts";

const EXPERIMENTAL = hexOf(Buffer.from("experimental"));
const FACTORY = "contract A { function f() public {} } contract B { function g() public { new A(); } }";
const TEST_FEATURE = "pragma experimental __test; contract A { function f() public {} }";

/** The creation and runtime codes of the source's contracts. */
function codesOf(release: string, content: string, settings: object): readonly Uint8Array[] {
  const outputSelection = { "*": { "*": ["evm.bytecode", "evm.deployedBytecode"] } };
  const sources = { "A.sol": { content } };
  const input = { language: "Solidity", sources, settings: { ...settings, outputSelection } };
  const { contracts } = compileWith(release, input).output;
  return Object.values(contracts["A.sol"] ?? {})
    .flatMap(({ evm }) => Object.values(evm))
    .map(({ object }) => bytesOf(object));
}

/** Asserts that our decoder and the service's read the same at the end of the code. */
function assertSame(code: Uint8Array): void {
  const found = findTrailingAuxdata(code);
  const theirs = sourcifyAuxdata(code);
  const end = hexOf(code.subarray(-80));
  assert.equal(found === undefined, theirs === undefined, end);
  assert.equal(found?.ipfs, theirs?.ipfs, end);
  assert.equal(found?.bzzr1, theirs?.bzzr1?.slice(2), end);
  assert.equal(found?.solcVersion, theirs?.solcVersion, end);
  const hashes = [theirs?.ipfs, theirs?.bzzr0, theirs?.bzzr1];
  assert.equal(
    found?.hasHash ?? false,
    hashes.some((hash) => hash !== undefined),
    end,
  );
}

function assertGrammar(code: Uint8Array): number {
  const all = findAuxdata(code);
  for (const { start, length } of all) assert.isTrue(isSolcAuxdata(code.subarray(start, start + length)));
  return all.length;
}

describe("bytecode - auxdata of real compilers", () => {
  for (const { version } of COMPILERS)
    it(`reads the auxdata from solc ${version} like the service`, () => {
      const [, minor = 0, patch = 0] = version.split(".").map(Number);
      const writesVersion = minor > 5 || (minor === 5 && patch >= 9);
      const assertRead = (codes: readonly Uint8Array[], counts: readonly number[]) => {
        assert.deepEqual(codes.map(assertGrammar), counts);
        codes.forEach(assertSame);
        for (const code of codes)
          assert.equal(findTrailingAuxdata(code)?.solcVersion, writesVersion ? version : undefined);
      };
      const kinds = minor < 6 ? [{}] : [{}, { bytecodeHash: "none" }, { bytecodeHash: "bzzr1" }];
      // B contains A on both sides.
      for (const metadata of kinds) assertRead(codesOf(version, FACTORY, { metadata }), [1, 1, 2, 2]);
      const settings = minor === 8 && patch > 28 ? { experimental: true } : {};
      const experimental = codesOf(version, TEST_FEATURE, settings);
      assertRead(experimental, [1, 1]);
      for (const code of experimental) assert.include(hexOf(code), EXPERIMENTAL);
    });
});
