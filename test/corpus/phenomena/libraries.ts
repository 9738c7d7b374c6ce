import {
  EXACT,
  HEAD,
  MATCH,
  NOTHING,
  one,
  type Phenomenon,
  phenomenon,
} from "../../helpers/corpus/phenomenon.ts";

const ADD = "0x00000000000000000000000000000000000add00";
const SUB = "0x00000000000000000000000000000000000005b0";
const library_ =
  "library Adder { function add(uint256 a, uint256 b) external pure returns (uint256) { return a + b; } }";
const user =
  "contract User { function sum(uint256 a) external pure returns (uint256) { return Adder.add(a, 2); } }";
const linked = one("User", `${library_}\n${user}`);
const inSettings = { ...linked, settings: { libraries: { "contracts/User.sol": { Adder: ADD } } } };
const throughLink = { kind: "transaction", libraries: { Adder: ADD } } as const;
const longPath = `contracts/${"a-long-folder-name/".repeat(3)}Adder.sol`;

export const LIBRARIES: readonly Phenomenon[] = [
  phenomenon("linked library", EXACT, linked, { deployment: throughLink }),
  phenomenon(
    "linked library in 0.4.26, whose path is cut in the placeholder",
    EXACT,
    {
      compiler: "0.4.26",
      sources: {
        [longPath]: `pragma solidity ^0.4.0; ${library_}`,
        "contracts/User.sol": `pragma solidity ^0.4.0; import "${longPath}"; ${user}`,
      },
      contract: "contracts/User.sol:User",
    },
    { deployment: throughLink },
  ),
  phenomenon(
    "several libraries, each used at several places",
    EXACT,
    {
      sources: {
        "lib/Adder.sol": `${HEAD}${library_}`,
        "lib/Sub.sol": `${HEAD}library Sub { function sub(uint256 a, uint256 b) external pure returns (uint256) { return a - b; } }`,
        "contracts/Calc.sol": `${HEAD}import "../lib/Adder.sol"; import {Sub} from "../lib/Sub.sol";
contract Calc {
  uint256 public start; constructor(uint256 v) { start = v; }
  function f(uint256 a) external pure returns (uint256) { return Adder.add(Sub.sub(a, 1), Sub.sub(a, 2)); }
  function g(uint256 a) external pure returns (uint256) { return Adder.add(a, 1); }
}`,
      },
      contract: "contracts/Calc.sol:Calc",
    },
    { deployment: { kind: "transaction", libraries: { Adder: ADD, Sub: SUB }, args: [4n] } },
  ),
  phenomenon(
    "linked library that the constructor uses only",
    EXACT,
    one(
      "User",
      `${library_}\ncontract User { uint256 public x; constructor() { if (block.number == 0) x = Adder.add(1, 2); } }`,
    ),
    { deployment: throughLink },
  ),
  phenomenon("library left at the zero address", EXACT, linked, {
    deployment: { kind: "transaction", libraries: { Adder: "0x0000000000000000000000000000000000000000" } },
  }),
  phenomenon("library itself", EXACT, { ...linked, contract: "contracts/User.sol:Adder" }),
  phenomenon("library itself, viaIR", EXACT, {
    ...linked,
    contract: "contracts/User.sol:Adder",
    settings: { viaIR: true },
  }),
  phenomenon(
    "library with internal functions only",
    EXACT,
    one("Inner", "library Inner { function f(uint256 a) internal pure returns (uint256) { return a + 1; } }"),
  ),
  phenomenon(
    "user of a library with internal functions only",
    EXACT,
    one(
      "User",
      "library Inner { function f(uint256 a) internal pure returns (uint256) { return a + 1; } }\ncontract User { using Inner for uint256; function g(uint256 a) external pure returns (uint256) { return a.f(); } }",
    ),
  ),
  phenomenon("library in the settings when it was compiled", EXACT, inSettings),
  phenomenon("library in the settings when it was deployed, and not in the build's", EXACT, inSettings, {
    build: linked,
  }),
  phenomenon("library in the build's settings, and linked afterwards when it was deployed", MATCH, linked, {
    deployment: throughLink,
    build: inSettings,
  }),
  phenomenon(
    "library in the build's settings at another address",
    NOTHING,
    { ...linked, settings: { libraries: { "contracts/User.sol": { Adder: SUB } } } },
    { build: inSettings },
  ),
  phenomenon(
    "factory whose child uses a linked library",
    EXACT,
    one(
      "Factory",
      `${library_}\ncontract Child { function f() external pure returns (uint256) { return Adder.add(1, 2); } } contract Factory { function make() external { new Child(); } }`,
    ),
    { deployment: throughLink },
  ),
  phenomenon(
    "library that uses another library",
    EXACT,
    one(
      "Outer",
      `${library_}\nlibrary Outer { function twice(uint256 a) external pure returns (uint256) { return Adder.add(a, a); } }`,
    ),
    { deployment: throughLink },
  ),
];
