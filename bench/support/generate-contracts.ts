/** Contracts of the size of small real ones, no two with the same code, that share a base. */
export function generateContracts(
  count: number,
): readonly { readonly file: string; readonly source: string }[] {
  return [
    { file: "Base.sol", source: base },
    ...Array.from({ length: count }, (_, index) => ({ file: `Item${index}.sol`, source: item(index) })),
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

function item(index: number): string {
  const functions = Array.from(
    { length: 8 },
    (_, n) => `    function step${n}(uint256 a, string calldata b) external pure returns (bytes32) {
        return keccak256(abi.encode(a, b, uint256(${index * 8 + n})));
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
