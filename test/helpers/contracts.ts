import { type Compiled, compile } from "./compile.ts";

const HEAD = "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.20;\n";

export const COUNTER = `${HEAD}contract Counter {
  uint256 public count;
  function add(uint256 amount) external { count += amount; }
}
`;

export const FIXED = `${HEAD}contract Fixed {
  uint256 public immutable limit;
  address public immutable owner;
  constructor(uint256 l) { limit = l; owner = msg.sender; }
  function within(uint256 a) external view returns (bool) { return a < limit; }
}
`;

export const MATHS = `${HEAD}library Maths {
  enum Kind { Small, Large }
  struct Box { uint256 value; }
  function double(uint256 a) external pure returns (uint256) { return a * 2; }
  function kindOf(uint256 a, Kind other) external pure returns (Kind) { return a > 9 ? Kind.Large : other; }
  function keep(Box storage box, uint256 a) external { box.value = a; }
}
`;
export const USES_MATHS = `${HEAD}import "./Maths.sol";
contract UsesMaths {
  Maths.Box box;
  function twice(uint256 a) external pure returns (uint256) { return Maths.double(a); }
  function keep(uint256 a) external { Maths.keep(box, a); }
}
`;

/** Creates another contract, so its runtime code contains two CBOR auxdata (metadata sections). */
export const FACTORY = `${HEAD}contract Child { uint256 public x = 1; }
contract Factory { Child public last; function make() external { last = new Child(); } }
`;

export const NAMED = `${HEAD}contract Named {
  string public name;
  uint256 public x;
  constructor(uint256 y, string memory text) { x = y; name = text; }
}
`;

/** A contract whose constructor sets an immutable and a string. Compiles with every host's compiler. */
export const BOX = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

contract Box {
    uint256 public immutable size;
    string public name;

    constructor(uint256 itsSize, string memory itsName) {
        size = itsSize;
        name = itsName;
    }
}
`;

export function counter(settings: Readonly<Record<string, unknown>> = {}): Compiled {
  return compile({ "contracts/Counter.sol": COUNTER }, settings);
}

export function maths(): Compiled {
  return compile({ "contracts/Maths.sol": MATHS, "contracts/UsesMaths.sol": USES_MATHS });
}

/** Returns a source with the same code and a different metadata hash. */
export function withComment(source: string): string {
  return `${source}// one comment more\n`;
}

/** The code of a minimal proxy (EIP-1167). */
export function cloneOf(address: string): string {
  return `0x363d3d373d3d3d363d73${address.slice(2).toLowerCase()}5af43d82803e903d91602b57fd5bf3`;
}
