import { assert } from "chai";

import { hashOfText, hasSourcesOf, isTextOf } from "../../src/internal/solidity/metadata.ts";
import { compile, contractOf } from "../helpers/compile.ts";

const PATH = "contracts/Größe.sol";
const SOURCE = "// größer\ncontract A { uint256 public x; }";

describe("solidity - the sources that metadata lists", () => {
  const compiled = compile({ [PATH]: SOURCE });
  const { metadata } = contractOf(compiled, PATH, "A");
  const withSources = (sources: Readonly<Record<string, { readonly content: string }>>) => ({
    ...compiled.input,
    sources,
  });

  it("should be those of the compiler's input", () => {
    assert.isTrue(hasSourcesOf(compiled.input, metadata));
    assert.isTrue(
      hasSourcesOf(withSources({ [PATH]: { content: SOURCE }, "B.sol": { content: "" } }), metadata),
    );
  });

  it("should not be others, nor fewer", () => {
    assert.isFalse(hasSourcesOf(withSources({ [PATH]: { content: `${SOURCE} ` } }), metadata));
    assert.isFalse(hasSourcesOf(withSources({ "B.sol": { content: SOURCE } }), metadata));
    assert.isFalse(hasSourcesOf(withSources({}), metadata));
  });

  it("should not be known from a text that is no metadata", () => {
    assert.isUndefined(hasSourcesOf(compiled.input, "{}"));
  });

  it("should be recognised by a hash in any letter case", () => {
    const hash = JSON.parse(metadata).sources[PATH].keccak256;
    assert.equal(hashOfText(SOURCE), hash);
    assert.isTrue(isTextOf(SOURCE, hash));
    assert.isTrue(isTextOf(SOURCE, `0x${hash.slice(2).toUpperCase()}`));
    assert.isFalse(isTextOf(`${SOURCE} `, hash));
  });
});
