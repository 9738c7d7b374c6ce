import type { StandardJsonInput } from "../../../src/internal/domain/compiler-input.ts";
import { compileInput } from "../compile.ts";
import { create, type Deployed } from "../deploy.ts";
import type { DevelopmentChain } from "./development-chain.ts";

export const COMPILER_VERSION = "0.8.28+commit.7893614a";

const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract Box { uint256 public value; function set(uint256 v) external { value = v; } }
contract Crate { uint256 public value; function set(uint256 v) external { value = v + 1; } }
contract Factory {
  event Made(address child);
  function make() external { emit Made(address(new Box())); }
}
abstract contract Idea { function f() external virtual; }
contract Pointer {
  error Refused(uint256 code);
  event Moved(address indexed to, uint256 at);
  constructor(bytes32 slot, address to) { assembly { sstore(slot, to) } }
}
contract Bomb { function explode() external { selfdestruct(payable(msg.sender)); } }
`;

export const INPUT: StandardJsonInput = {
  language: "Solidity",
  sources: { "contracts/All.sol": { content: SOURCE } },
  settings: { optimizer: { enabled: true, runs: 200 } },
};

export function creationCode(name: string, input: StandardJsonInput = INPUT): string {
  const outputSelection = { "*": { "*": ["evm.bytecode.object"] } };
  const { output } = compileInput({ ...input, settings: { ...input.settings, outputSelection } });
  const contract = Object.values(output.contracts).find((file) => name in file)?.[name];
  if (contract === undefined) throw new Error(`There is no ${name}.`);
  return `0x${contract.evm.bytecode.object}`;
}

/** The address is in lower case. */
export async function deploy(chain: DevelopmentChain, code: string): Promise<Deployed> {
  const { address, transactionHash } = await create(chain, code);
  return { address: address.toLowerCase(), transactionHash };
}
