import { assert } from "chai";
import { computeIpfsHash } from "../../../src/internal/bytecode/metadata-hashes.ts";
import { differsInLineEndingsOnly } from "../../../src/internal/bytecode/predict/line-endings.ts";
import { compile, contractOf } from "../../helpers/compile.ts";

const SOURCES = {
  "contracts/C.sol": "import './Base.sol';\n\ncontract C is Base { }\n",
  "contracts/Base.sol": "contract Base {\n  uint256 public x;\n}\n",
};
type Sources = Readonly<Record<keyof typeof SOURCES, string>>;

const crlf = (text: string) => text.replaceAll("\n", "\r\n");

function each(change: (text: string) => string): Sources {
  return {
    "contracts/C.sol": change(SOURCES["contracts/C.sol"]),
    "contracts/Base.sol": change(SOURCES["contracts/Base.sol"]),
  };
}

function metadataOf(sources: Sources, settings = {}): string {
  return contractOf(compile(sources, settings), "contracts/C.sol", "C").metadata;
}

/** True if the build's sources are recognised as the deployed ones. */
function found(deployed: Sources, build: Sources = SOURCES, settings = {}): boolean {
  const ipfs = computeIpfsHash(Buffer.from(metadataOf(deployed, settings))) ?? "";
  const sources = Object.fromEntries(Object.entries(build).map(([path, content]) => [path, { content }]));
  return differsInLineEndingsOnly(metadataOf(build, settings), sources, ipfs);
}

describe("bytecode - predict: metadata that differs only in line endings", () => {
  it("is found if all files have other line endings, in both directions", () => {
    assert.isTrue(found(each(crlf)));
    assert.isTrue(found(SOURCES, each(crlf)));
  });

  it("is not found if more than the line endings differ", () => {
    assert.isFalse(found(each((text) => `${text}// more\n`)));
    assert.isFalse(found(each((text) => `${text}\n\n`)));
  });

  it("is not found in metadata without sources", () => {
    for (const text of ["{}", "[]", "null", '{"sources":[]}', '{"sources":{"a":3}}'])
      assert.isFalse(differsInLineEndingsOnly(text, { a: { content: "a" } }, "Qm"));
  });
});
