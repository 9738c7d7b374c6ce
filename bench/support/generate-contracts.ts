/** Each function adds some 25 kB of compiler output, most of it syntax tree and source maps. */
export const FUNCTIONS_OF_A_LARGE_ONE = 14;
/** Enough to make contracts distinct, and few enough to compile a thousand in minutes. */
export const FUNCTIONS_OF_A_SMALL_ONE = 1;

/** Generates contracts with `functions` functions each. All share a base and have distinct names and code. */
export function generateContracts(
  count: number,
  functions: number = FUNCTIONS_OF_A_LARGE_ONE,
): readonly { readonly file: string; readonly source: string }[] {
  return [
    { file: "Base.sol", source: base },
    ...Array.from({ length: count }, (_, index) => ({
      file: `Item${index}.sol`,
      source: item(index, functions),
    })),
  ];
}

const base = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

abstract contract Base {
    mapping(address => uint256) public balances;
    event Moved(address indexed from, address indexed to, uint256 amount);
    error TooMuch(uint256 wanted, uint256 available);

    function move(address to, uint256 amount) public virtual {
        uint256 available = balances[msg.sender];
        if (amount > available) revert TooMuch(amount, available);
        balances[msg.sender] = available - amount;
        balances[to] += amount;
        emit Moved(msg.sender, to, amount);
    }
}
`;

function item(index: number, count: number): string {
  const functions = Array.from(
    { length: count },
    (
      _,
      n,
    ) => `    function ${n % 2 === 0 ? "step" : `stepOfItem${index}_`}${n}(address to, uint256 amount, string calldata note) external returns (bytes32) {
        uint256 available = balances[msg.sender];
        if (amount > available + ${index * count + n}) revert TooMuch(amount, available);
        unchecked {
            balances[msg.sender] = available - amount;
            balances[to] += amount;
        }
        emit Moved(msg.sender, to, amount);
        return keccak256(abi.encode(to, amount, note, uint256(${index * count + n})));
    }`,
  );
  return `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Base} from "./Base.sol";

contract Item${index} is Base {
    constructor() {
        balances[msg.sender] = ${index + 1};
    }

${functions.join("\n\n")}
}
`;
}
