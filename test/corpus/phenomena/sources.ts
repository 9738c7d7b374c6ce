export const HEAD = "// SPDX-License-Identifier: MIT\npragma solidity >=0.8.0;\n";

export const BOX = `${HEAD}
contract Box {
  uint256 public value;
  function set(uint256 newValue) external { value = newValue + 7; }
}
`;

export const BOX_PATH = "contracts/Box.sol";
export const BOX_PROGRAM = { sources: { [BOX_PATH]: BOX }, contract: `${BOX_PATH}:Box` } as const;

export function one(name: string, body: string, head = HEAD) {
  const path = `contracts/${name}.sol`;
  return { sources: { [path]: `${head}\n${body}\n` }, contract: `${path}:${name}` };
}
