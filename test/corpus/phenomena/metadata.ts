import {
  BOX,
  BOX_PATH,
  BOX_PROGRAM,
  EXACT,
  MATCH,
  NOTHING,
  one,
  type Phenomenon,
  phenomenon,
} from "../../helpers/corpus/phenomenon.ts";

const withMetadata = (metadata: Readonly<Record<string, unknown>>, more = {}) => ({
  ...BOX_PROGRAM,
  settings: { metadata, ...more },
});
const NO_HASH = { bytecodeHash: "none" };
/** `ipfs` and `solc` of other metadata, as 0.8.28 writes them. */
const SECTION = `a264697066735822122${"0ab1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e6f7a8b9cad1e2f3a4b5c6d7e8f9a0b1c2".slice(0, 65)}64736f6c634300081c0033`;
const lookalike = (section: string) =>
  one(
    "Lookalike",
    `contract Lookalike { function f() external pure returns (bytes memory) { return hex"${section}"; } }`,
  );
const otherSection = SECTION.replace("b1c2d3", "b1c2d4");
const abiCoder =
  "pragma experimental ABIEncoderV2;\ncontract Coder { struct S { uint256[] a; bytes b; } function f(S memory s) public pure returns (S memory) { return s; } }";

export const METADATA: readonly Phenomenon[] = [
  phenomenon("metadata.bytecodeHash none", MATCH, withMetadata(NO_HASH)),
  phenomenon("metadata.bytecodeHash bzzr1", EXACT, withMetadata({ bytecodeHash: "bzzr1" })),
  phenomenon("metadata.appendCBOR false", MATCH, withMetadata({ appendCBOR: false })),
  phenomenon("metadata.appendCBOR false, viaIR", MATCH, withMetadata({ appendCBOR: false }, { viaIR: true })),
  phenomenon(
    "metadata.appendCBOR false when it was deployed, true in the build",
    { creation: "none", runtime: "match" },
    withMetadata({ appendCBOR: false }),
    { build: BOX_PROGRAM },
  ),
  phenomenon("metadata.appendCBOR true when it was deployed, false in the build", NOTHING, BOX_PROGRAM, {
    build: withMetadata({ appendCBOR: false }),
  }),
  phenomenon(
    "metadata.bytecodeHash none when it was deployed, ipfs in the build",
    { creation: "none", runtime: "match" },
    withMetadata(NO_HASH),
    { build: BOX_PROGRAM },
  ),
  phenomenon("metadata.bytecodeHash ipfs when it was deployed, none in the build", NOTHING, BOX_PROGRAM, {
    build: withMetadata(NO_HASH),
  }),
  phenomenon(
    "metadata.bytecodeHash bzzr1 when it was deployed, ipfs in the build",
    NOTHING,
    withMetadata({ bytecodeHash: "bzzr1" }),
    { build: BOX_PROGRAM },
  ),
  phenomenon("metadata.useLiteralContent", EXACT, withMetadata({ useLiteralContent: true })),
  phenomenon("metadata.useLiteralContent in the build only", MATCH, BOX_PROGRAM, {
    build: withMetadata({ useLiteralContent: true }),
  }),
  phenomenon("experimental ABIEncoderV2 in 0.5.17", EXACT, {
    ...one("Coder", abiCoder, "pragma solidity ^0.5.0;"),
    compiler: "0.5.17",
  }),
  phenomenon("experimental ABIEncoderV2 in 0.6.12", EXACT, {
    ...one("Coder", abiCoder, "pragma solidity ^0.6.0;"),
    compiler: "0.6.12",
  }),
  phenomenon("experimental SMTChecker in 0.7.6", EXACT, {
    ...one(
      "Checked",
      "pragma experimental SMTChecker;\ncontract Checked { uint256 public x; }",
      "pragma solidity ^0.7.0;",
    ),
    compiler: "0.7.6",
  }),
  phenomenon("constant that looks like a metadata section", EXACT, lookalike(SECTION)),
  phenomenon(
    "constant that looks like a metadata section, another one in the build",
    NOTHING,
    lookalike(SECTION),
    { build: lookalike(otherSection) },
  ),
  phenomenon("constant that looks like a metadata section, in code without metadata", MATCH, {
    ...lookalike(SECTION),
    settings: { metadata: { appendCBOR: false } },
  }),
  phenomenon(
    "constant that looks like a metadata section, another one in the build, in code without metadata",
    NOTHING,
    { ...lookalike(SECTION), settings: { metadata: { appendCBOR: false } } },
    { build: { ...lookalike(otherSection), settings: { metadata: { appendCBOR: false } } } },
  ),
  phenomenon("the same without a metadata hash, a name changed", MATCH, withMetadata(NO_HASH), {
    build: { ...withMetadata(NO_HASH), sources: { [BOX_PATH]: BOX.replaceAll("newValue", "next") } },
  }),
];
