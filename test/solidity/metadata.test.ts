import { assert } from "chai";
import { hashText } from "../../src/internal/domain/keccak.ts";
import {
  containsMetadataSources,
  fitsCompilation,
  fitsMetadata,
  hasTextHash,
  parseMetadata,
} from "../../src/internal/solidity/metadata.ts";
import { compile, contractOf } from "../helpers/compile.ts";

const PATH = "contracts/Größe.sol";
const SOURCE = "// größer\ncontract A { uint256 public x; }";

describe("solidity - the sources listed in metadata", () => {
  const compiled = compile({ [PATH]: SOURCE });
  const { metadata } = contractOf(compiled, PATH, "A");
  const withSources = (sources: Readonly<Record<string, { readonly content: string }>>) => ({
    ...compiled.input,
    sources,
  });

  it("should equal the compiler input's, which may have more", () => {
    assert.isTrue(containsMetadataSources(compiled.input, metadata));
    assert.isTrue(
      containsMetadataSources(
        withSources({ [PATH]: { content: SOURCE }, "B.sol": { content: "" } }),
        metadata,
      ),
    );
  });

  it("should not equal changed, renamed or missing ones", () => {
    assert.isFalse(containsMetadataSources(withSources({ [PATH]: { content: `${SOURCE} ` } }), metadata));
    assert.isFalse(containsMetadataSources(withSources({ "B.sol": { content: SOURCE } }), metadata));
    assert.isFalse(containsMetadataSources(withSources({}), metadata));
  });

  it("should be unknown if the text isn't metadata", () =>
    assert.isUndefined(containsMetadataSources(compiled.input, "{}")));

  it("should be recognised by hash in any letter case", () => {
    const hash = JSON.parse(metadata).sources[PATH].keccak256;
    assert.equal(hashText(SOURCE), hash);
    assert.isTrue(hasTextHash(SOURCE, hash));
    assert.isTrue(hasTextHash(SOURCE, `0x${hash.slice(2).toUpperCase()}`));
    assert.isFalse(hasTextHash(`${SOURCE} `, hash));
  });
});

describe("solidity - a compiler input for given metadata", () => {
  const FILES = { "A.sol": 'import "./B.sol"; contract A is B {}', "B.sol": "contract B {}" };
  const compiled = compile(FILES);
  const metadata = parseMetadata(contractOf(compiled, "A.sol", "A").metadata) ?? assert.fail();

  it("should have all of the metadata's sources and settings, and may have more sources", () => {
    assert.isTrue(fitsMetadata(compiled.input, metadata));
    const sources = { ...compiled.input.sources, "C.sol": { content: "contract C {}" } };
    assert.isTrue(fitsMetadata({ ...compiled.input, sources }, metadata));
  });

  for (const path of Object.keys(FILES))
    it(`should not have another ${path}, or lack it`, () => {
      const { [path]: _, ...others } = compiled.input.sources;
      const changed = { ...others, [path]: { content: "contract Other {}" } };
      assert.isFalse(fitsMetadata({ ...compiled.input, sources: others }, metadata));
      assert.isFalse(fitsMetadata({ ...compiled.input, sources: changed }, metadata));
    });

  it("should not have other settings", () => {
    const hashOf = (path: string) => metadata.sources[path]?.keccak256;
    assert.isTrue(fitsCompilation(metadata, compiled.input.settings, hashOf));
    assert.isFalse(fitsCompilation(metadata, { ...compiled.input.settings, viaIR: true }, hashOf));
  });
});
