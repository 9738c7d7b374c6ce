import {
  BOX_PROGRAM,
  type CompilerRelease,
  EXACT,
  MATCH,
  NOTHING,
  one,
  type Phenomenon,
  phenomenon,
} from "../../helpers/corpus/phenomenon.ts";

const counter = (compiler: CompilerRelease) => ({
  ...one(
    "Counter",
    "contract Counter { uint256 public count; constructor(uint256 start) public { count = start; } function add(uint256 by) public { count += by; } }",
    "pragma solidity >=0.4.22;",
  ),
  compiler,
});
const oldFactory = (comment: string) => ({
  ...one(
    "Factory",
    `contract Child { uint256 public x; } ${comment}
contract Factory { event Made(address a); function make() public { emit Made(address(new Child())); } }`,
    "pragma solidity ^0.5.0; pragma experimental ABIEncoderV2;",
  ),
  compiler: "0.5.17" as const,
});
const withStart = { kind: "transaction", args: [3n] } as const;
const inYul = { settings: { viaIR: true } };
/** Settings that solc 0.8.37 only accepts with `experimental`. */
const experimental = (settings: Readonly<Record<string, unknown>>) => ({
  compiler: "0.8.37" as const,
  settings: { experimental: true, ...settings },
});

export const COMPILER_PHENOMENA: readonly Phenomenon[] = [
  ...(["0.4.26", "0.5.17", "0.6.12", "0.7.6", "0.8.19", "0.8.28", "0.8.37"] as const).map((release) =>
    phenomenon(`solc ${release}`, EXACT, counter(release), { deployment: withStart }),
  ),
  phenomenon("factory in 0.4.26", EXACT, {
    ...one(
      "Factory",
      "contract Child { uint256 public x; }\ncontract Factory { event Made(address a); function make() public { emit Made(new Child()); } }",
      "pragma solidity ^0.4.22;",
    ),
    compiler: "0.4.26",
  }),
  phenomenon("factory in 0.5.17, whose child's source has another comment", MATCH, oldFactory(""), {
    build: oldFactory("// changed"),
  }),
  phenomenon(
    "another release of the compiler in the build",
    MATCH,
    { ...BOX_PROGRAM, compiler: "0.8.28" },
    { build: { ...BOX_PROGRAM, compiler: "0.8.37" } },
  ),
  phenomenon("viaIR", EXACT, { ...BOX_PROGRAM, ...inYul }),
  phenomenon("viaIR without optimizer, before 0.8.21", EXACT, {
    ...BOX_PROGRAM,
    compiler: "0.8.19",
    settings: { viaIR: true, optimizer: { enabled: false } },
  }),
  phenomenon("viaSSACFG, which is experimental", EXACT, {
    ...BOX_PROGRAM,
    ...experimental({ viaSSACFG: true }),
  }),
  phenomenon("viaSSACFG with viaIR, without optimizer", EXACT, {
    ...BOX_PROGRAM,
    ...experimental({ viaSSACFG: true, viaIR: true, optimizer: { enabled: false } }),
  }),
  phenomenon(
    "viaSSACFG deployed, viaIR in the build",
    NOTHING,
    { ...BOX_PROGRAM, ...experimental({ viaSSACFG: true }) },
    { build: { ...BOX_PROGRAM, ...experimental({ viaIR: true }) } },
  ),
  phenomenon("evmVersion amsterdam, which is experimental", EXACT, {
    ...one(
      "Slot",
      "contract Slot { uint256 public kept; function keep() external { kept = block.slotnum; } }",
    ),
    ...experimental({ evmVersion: "amsterdam" }),
  }),
  phenomenon("optimizer off", EXACT, { ...BOX_PROGRAM, settings: { optimizer: { enabled: false } } }),
  phenomenon("settings without an optimizer", EXACT, { ...BOX_PROGRAM, settings: { optimizer: undefined } }),
  phenomenon("optimizer with 1 run", EXACT, {
    ...BOX_PROGRAM,
    settings: { optimizer: { enabled: true, runs: 1 } },
  }),
  phenomenon("optimizer with 10000 runs", EXACT, {
    ...BOX_PROGRAM,
    settings: { optimizer: { enabled: true, runs: 10_000 } },
  }),
  phenomenon(
    "optimizer's runs differ, and the code does not",
    MATCH,
    { ...BOX_PROGRAM, settings: { optimizer: { enabled: true, runs: 200 } } },
    { build: { ...BOX_PROGRAM, settings: { optimizer: { enabled: true, runs: 201 } } } },
  ),
  phenomenon("optimizer off in the build", NOTHING, BOX_PROGRAM, {
    build: { ...BOX_PROGRAM, settings: { optimizer: { enabled: false } } },
  }),
  phenomenon("evmVersion paris", EXACT, { ...BOX_PROGRAM, settings: { evmVersion: "paris" } }),
  phenomenon("evmVersion cancun", EXACT, {
    ...one(
      "Copy",
      "contract Copy { function f(bytes memory b) external pure returns (bytes memory) { return abi.encodePacked(b, b); } function t() external { assembly { tstore(0, 1) } } }",
    ),
    settings: { evmVersion: "cancun" },
  }),
  phenomenon(
    "evmVersion differs, and the code too",
    NOTHING,
    { ...BOX_PROGRAM, settings: { evmVersion: "cancun" } },
    { build: { ...BOX_PROGRAM, settings: { evmVersion: "paris" } } },
  ),
  phenomenon(
    "evmVersion differs, and the code does not",
    MATCH,
    { ...BOX_PROGRAM, settings: { evmVersion: "shanghai" } },
    { build: { ...BOX_PROGRAM, settings: { evmVersion: "cancun" } } },
  ),
  phenomenon("debug.revertStrings strip", EXACT, {
    ...one(
      "Strict",
      'contract Strict { function f(uint256 a) external pure { require(a > 1, "too small"); } }',
    ),
    settings: { debug: { revertStrings: "strip" } },
  }),
  phenomenon("a standard JSON input, and nothing compiled of it", EXACT, BOX_PROGRAM, {
    isInputOnly: true,
    unpredicted: { sides: ["creation", "runtime"], because: "an input is only what a compiler is given" },
  }),
  phenomenon(
    "Yul as the language",
    MATCH,
    {
      language: "Yul",
      sources: {
        "Tiny.yul":
          'object "Tiny" { code { datacopy(0, dataoffset("runtime"), datasize("runtime")) return(0, datasize("runtime")) } object "runtime" { code { sstore(0, calldataload(0)) } } }',
      },
      contract: "Tiny.yul:Tiny",
    },
    {
      isInputOnly: true,
      unpredicted: {
        sides: ["creation", "runtime"],
        because: "it has no ABI, so no build file is read for it",
      },
    },
  ),
];
