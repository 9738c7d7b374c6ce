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

  it("is found if all files end differently", () => {
    assert.isTrue(found(each((text) => text.trimEnd())));
    assert.isTrue(found(each((text) => `${text}\n`)));
    assert.isTrue(found(each((text) => `${crlf(text).trimEnd()}\r\n`)));
  });

  it("is found if the metadata contains the sources", () =>
    assert.isTrue(found(each(crlf), SOURCES, { metadata: { useLiteralContent: true } })));

  it("is not found for a file of one line, because two of the service's variants are equal", () => {
    const build = { ...SOURCES, "contracts/Base.sol": "contract Base { uint256 public x; }\n" };
    const deployed = {
      "contracts/C.sol": crlf(build["contracts/C.sol"]),
      "contracts/Base.sol": crlf(build["contracts/Base.sol"]),
    };
    assert.isFalse(found(deployed, build));
  });

  it("is not found if only one of the files has other line endings", () =>
    assert.isFalse(found({ ...SOURCES, "contracts/Base.sol": crlf(SOURCES["contracts/Base.sol"]) })));

  it("is not found if more than the line endings differ", () => {
    assert.isFalse(found(each((text) => `${text}// more\n`)));
    assert.isFalse(found(each((text) => `${text}\n\n`)));
  });

  it("is not found in metadata without sources", () => {
    for (const text of ["{}", "[]", "null", '{"sources":[]}', '{"sources":{"a":3}}'])
      assert.isFalse(differsInLineEndingsOnly(text, { a: { content: "a" } }, "Qm"));
  });
});
