import { EXACT, MATCH, NOTHING, type Phenomenon } from "../../helpers/corpus/phenomenon.ts";
import { HEAD, one } from "./sources.ts";

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

/** Libraries, linked and by themselves. */
export const LIBRARIES: readonly Phenomenon[] = [
  { name: "linked library", deployed: linked, deployment: throughLink, gives: EXACT },
  {
    name: "linked library in 0.4.26, whose path is cut in the placeholder",
    deployed: {
      compiler: "0.4.26",
      sources: {
        [longPath]: `pragma solidity ^0.4.0; ${library_}`,
        "contracts/User.sol": `pragma solidity ^0.4.0; import "${longPath}"; ${user}`,
      },
      contract: "contracts/User.sol:User",
    },
    deployment: throughLink,
    gives: EXACT,
  },
  {
    name: "several libraries, each used at several places",
    deployed: {
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
    deployment: { kind: "transaction", libraries: { Adder: ADD, Sub: SUB }, args: [4n] },
    gives: EXACT,
  },
  {
    name: "linked library that the constructor uses only",
    deployed: one(
      "User",
      `${library_}\ncontract User { uint256 public x; constructor() { if (block.number == 0) x = Adder.add(1, 2); } }`,
    ),
    deployment: throughLink,
    gives: EXACT,
  },
  {
    name: "library left at the zero address",
    deployed: linked,
    deployment: { kind: "transaction", libraries: { Adder: "0x0000000000000000000000000000000000000000" } },
    gives: EXACT,
  },
  { name: "library itself", deployed: { ...linked, contract: "contracts/User.sol:Adder" }, gives: EXACT },
  {
    name: "library itself, viaIR",
    deployed: { ...linked, contract: "contracts/User.sol:Adder", settings: { viaIR: true } },
    gives: EXACT,
  },
  {
    name: "library with internal functions only",
    deployed: one(
      "Inner",
      "library Inner { function f(uint256 a) internal pure returns (uint256) { return a + 1; } }",
    ),
    gives: EXACT,
  },
  {
    name: "user of a library with internal functions only",
    deployed: one(
      "User",
      "library Inner { function f(uint256 a) internal pure returns (uint256) { return a + 1; } }\ncontract User { using Inner for uint256; function g(uint256 a) external pure returns (uint256) { return a.f(); } }",
    ),
    gives: EXACT,
  },
  { name: "library in the settings when it was compiled", deployed: inSettings, gives: EXACT },
  {
    name: "library in the settings when it was deployed, and not in the build's",
    deployed: inSettings,
    build: linked,
    gives: EXACT,
  },
  {
    name: "library in the build's settings, and linked afterwards when it was deployed",
    deployed: linked,
    deployment: throughLink,
    build: inSettings,
    gives: MATCH,
  },
  {
    name: "library in the build's settings at another address",
    deployed: { ...linked, settings: { libraries: { "contracts/User.sol": { Adder: SUB } } } },
    build: inSettings,
    gives: NOTHING,
  },
  {
    name: "factory whose child uses a linked library",
    deployed: one(
      "Factory",
      `${library_}\ncontract Child { function f() external pure returns (uint256) { return Adder.add(1, 2); } } contract Factory { function make() external { new Child(); } }`,
    ),
    deployment: throughLink,
    gives: EXACT,
  },
  {
    name: "library that uses another library",
    deployed: one(
      "Outer",
      `${library_}\nlibrary Outer { function twice(uint256 a) external pure returns (uint256) { return Adder.add(a, a); } }`,
    ),
    deployment: throughLink,
    gives: EXACT,
  },
];
