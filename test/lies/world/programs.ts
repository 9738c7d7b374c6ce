import type { StandardJsonInput } from "../../../src/internal/domain/compiler-input.ts";
import type { CompilerRelease, Program } from "../../helpers/corpus/phenomenon.ts";
import { PATH } from "./subjects.ts";

export const IMPLEMENTATION_SLOT = "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
export const BEACON_SLOT = "0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50";

/** Assembly that forwards a call to the address in `to`. */
export const FORWARD = `calldatacopy(0, 0, calldatasize())
      let ok := delegatecall(gas(), to, 0, calldatasize(), 0, 0)
      returndatacopy(0, 0, returndatasize())
      switch ok case 0 { revert(0, returndatasize()) } default { return(0, returndatasize()) }`;

/** A fallback that forwards calls to what the beacon in the slot names. */
export const FOLLOWS_BEACON = `fallback() external payable {
    assembly {
      mstore(0, 0x5c60da1b00000000000000000000000000000000000000000000000000000000)
      pop(staticcall(gas(), sload(${BEACON_SLOT}), 0, 4, 0, 32))
      let to := mload(0) ${FORWARD}
    }
  }`;

/** Sources for every compiler from 0.4.26 on. */
export function programOf(compiler: CompilerRelease): Program {
  return { compiler, sources: { "All.sol": allSource(compiler) }, contract: "All.sol:Counter" };
}

/** The same code with other metadata. */
export function twinOf(compiler: CompilerRelease): Program {
  const { sources } = programOf(compiler);
  return {
    compiler,
    sources: { "All.sol": `${sources["All.sol"]}// a twin\n` },
    contract: "All.sol:Counter",
  };
}

/** The same names with other behaviour. */
export function evilOf(compiler: CompilerRelease): Program {
  const text = allSource(compiler)
    .replace("return a * 2;", "return a * 3;")
    .replace("count += amount;", "count += amount + 1;");
  return { compiler, sources: { "All.sol": text }, contract: "All.sol:Counter" };
}

export function hasImmutables(compiler: CompilerRelease): boolean {
  return minorOf(compiler) > 6 || compiler === "0.6.12";
}

function minorOf(compiler: CompilerRelease): number {
  return Number(compiler.split(".")[1]);
}

function allSource(compiler: CompilerRelease): string {
  const fallback = minorOf(compiler) < 6 ? "function() external payable" : "fallback() external payable";
  const fixed = hasImmutables(compiler)
    ? `contract Fixed {
  address public immutable owner;
  uint256 public immutable limit;
  constructor(uint256 l) public { owner = msg.sender; limit = l; }
  function within(uint256 a) external view returns (bool) { return a < limit; }
}`
    : "";
  return `// SPDX-License-Identifier: MIT
pragma solidity >=0.4.22;
contract Counter {
  uint256 public count;
  function add(uint256 amount) external { count += amount; }
}
contract Named {
  address public owner;
  uint256 public limit;
  event Raised(uint256 by);
  constructor(uint256 l) public { owner = msg.sender; limit = l; }
  function raise(uint256 by) external { require(msg.sender == owner); limit += by; emit Raised(by); }
}
library Low {
  function twice(uint256 a) external pure returns (uint256) { return a * 2; }
}
library High {
  function four(uint256 a) external pure returns (uint256) { return Low.twice(Low.twice(a)); }
}
contract UsesLow {
  uint256 public last;
  function set(uint256 a) external { last = Low.twice(a); }
}
contract UsesHigh {
  uint256 public last;
  function set(uint256 a) external { last = High.four(a); }
}
contract Child { uint256 public x = 7; function poke() external { x += 1; } }
contract Factory {
  event Made(address child);
  function make() external { emit Made(address(new Child())); }
}
contract Proxy {
  constructor(address implementation) public {
    assembly { sstore(${IMPLEMENTATION_SLOT}, implementation) }
  }
  ${fallback} {
    assembly {
      let to := sload(${IMPLEMENTATION_SLOT})
      ${FORWARD}
    }
  }
}
${fixed}
`.replace(/\b(calldatasize|returndatasize|gas)\(\)/g, minorOf(compiler) < 5 ? "$1" : "$1()");
}

/** For compilers from 0.8 on. */
export function inputWith(source: string, settings: object = {}): StandardJsonInput {
  return {
    language: "Solidity",
    sources: { [PATH]: { content: `// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\n${source}\n` } },
    settings: {
      optimizer: { enabled: true, runs: 200 },
      ...settings,
      outputSelection: { "*": { "*": ["abi", "metadata", "evm.bytecode", "evm.deployedBytecode"] } },
    },
  };
}
