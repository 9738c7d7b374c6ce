import {
  type CompilerRelease,
  EXACT,
  MATCH,
  NOTHING,
  type Phenomenon,
} from "../../helpers/corpus/phenomenon.ts";
import { BOX_PROGRAM, one } from "./sources.ts";

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
/** What solc 0.8.37 takes with `experimental` alone. */
const experimental = (settings: Readonly<Record<string, unknown>>) => ({
  compiler: "0.8.37" as const,
  settings: { experimental: true, ...settings },
});

/** Releases of the compiler, and its settings. */
export const COMPILER_PHENOMENA: readonly Phenomenon[] = [
  ...(["0.4.26", "0.5.17", "0.6.12", "0.7.6", "0.8.19", "0.8.28", "0.8.37"] as const).map((release) => ({
    name: `solc ${release}`,
    deployed: counter(release),
    deployment: withStart,
    gives: EXACT,
  })),
  {
    name: "factory in 0.4.26",
    deployed: {
      ...one(
        "Factory",
        "contract Child { uint256 public x; }\ncontract Factory { event Made(address a); function make() public { emit Made(new Child()); } }",
        "pragma solidity ^0.4.22;",
      ),
      compiler: "0.4.26",
    },
    gives: EXACT,
  },
  {
    name: "factory in 0.5.17, whose child's source has another comment",
    deployed: oldFactory(""),
    build: oldFactory("// changed"),
    gives: MATCH,
  },
  {
    name: "another release of the compiler in the build",
    deployed: { ...BOX_PROGRAM, compiler: "0.8.28" },
    build: { ...BOX_PROGRAM, compiler: "0.8.37" },
    gives: MATCH,
  },
  { name: "viaIR", deployed: { ...BOX_PROGRAM, ...inYul }, gives: EXACT },
  {
    name: "viaIR without optimizer, before 0.8.21",
    deployed: {
      ...BOX_PROGRAM,
      compiler: "0.8.19",
      settings: { viaIR: true, optimizer: { enabled: false } },
    },
    gives: EXACT,
  },
  {
    name: "viaSSACFG, which is experimental",
    deployed: { ...BOX_PROGRAM, ...experimental({ viaSSACFG: true }) },
    gives: EXACT,
  },
  {
    name: "viaSSACFG with viaIR, without optimizer",
    deployed: {
      ...BOX_PROGRAM,
      ...experimental({ viaSSACFG: true, viaIR: true, optimizer: { enabled: false } }),
    },
    gives: EXACT,
  },
  {
    name: "viaSSACFG deployed, viaIR in the build",
    deployed: { ...BOX_PROGRAM, ...experimental({ viaSSACFG: true }) },
    build: { ...BOX_PROGRAM, ...experimental({ viaIR: true }) },
    gives: NOTHING,
  },
  {
    name: "evmVersion amsterdam, which is experimental",
    deployed: {
      ...one(
        "Slot",
        "contract Slot { uint256 public kept; function keep() external { kept = block.slotnum; } }",
      ),
      ...experimental({ evmVersion: "amsterdam" }),
    },
    gives: EXACT,
  },
  {
    name: "optimizer off",
    deployed: { ...BOX_PROGRAM, settings: { optimizer: { enabled: false } } },
    gives: EXACT,
  },
  {
    name: "settings without an optimizer",
    deployed: { ...BOX_PROGRAM, settings: { optimizer: undefined } },
    gives: EXACT,
  },
  {
    name: "optimizer with 1 run",
    deployed: { ...BOX_PROGRAM, settings: { optimizer: { enabled: true, runs: 1 } } },
    gives: EXACT,
  },
  {
    name: "optimizer with 10000 runs",
    deployed: { ...BOX_PROGRAM, settings: { optimizer: { enabled: true, runs: 10_000 } } },
    gives: EXACT,
  },
  {
    name: "optimizer's runs differ, and the code does not",
    deployed: { ...BOX_PROGRAM, settings: { optimizer: { enabled: true, runs: 200 } } },
    build: { ...BOX_PROGRAM, settings: { optimizer: { enabled: true, runs: 201 } } },
    gives: MATCH,
  },
  {
    name: "optimizer off in the build",
    deployed: BOX_PROGRAM,
    build: { ...BOX_PROGRAM, settings: { optimizer: { enabled: false } } },
    gives: NOTHING,
  },
  { name: "evmVersion paris", deployed: { ...BOX_PROGRAM, settings: { evmVersion: "paris" } }, gives: EXACT },
  {
    name: "evmVersion cancun",
    deployed: {
      ...one(
        "Copy",
        "contract Copy { function f(bytes memory b) external pure returns (bytes memory) { return abi.encodePacked(b, b); } function t() external { assembly { tstore(0, 1) } } }",
      ),
      settings: { evmVersion: "cancun" },
    },
    gives: EXACT,
  },
  {
    name: "evmVersion differs, and the code too",
    deployed: { ...BOX_PROGRAM, settings: { evmVersion: "cancun" } },
    build: { ...BOX_PROGRAM, settings: { evmVersion: "paris" } },
    gives: NOTHING,
  },
  {
    name: "evmVersion differs, and the code does not",
    deployed: { ...BOX_PROGRAM, settings: { evmVersion: "shanghai" } },
    build: { ...BOX_PROGRAM, settings: { evmVersion: "cancun" } },
    gives: MATCH,
  },
  {
    name: "debug.revertStrings strip",
    deployed: {
      ...one(
        "Strict",
        'contract Strict { function f(uint256 a) external pure { require(a > 1, "too small"); } }',
      ),
      settings: { debug: { revertStrings: "strip" } },
    },
    gives: EXACT,
  },
  {
    name: "a standard JSON input, and nothing compiled of it",
    deployed: BOX_PROGRAM,
    isInputOnly: true,
    gives: EXACT,
    unpredicted: { sides: ["creation", "runtime"], because: "an input is only what a compiler is given" },
  },
  {
    name: "Yul as the language",
    isInputOnly: true,
    unpredicted: {
      sides: ["creation", "runtime"],
      because: "it has no ABI, so no build file is read for it",
    },
    deployed: {
      language: "Yul",
      sources: {
        "Tiny.yul":
          'object "Tiny" { code { datacopy(0, dataoffset("runtime"), datasize("runtime")) return(0, datasize("runtime")) } object "runtime" { code { sstore(0, calldataload(0)) } } }',
      },
      contract: "Tiny.yul:Tiny",
    },
    gives: MATCH,
  },
];
