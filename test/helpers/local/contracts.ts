import { type Receipt, transact } from "../deploy.ts";
import { solcOf } from "../solc.ts";
import type { DevelopmentChain } from "./development-chain.ts";

export interface Input {
  readonly language: string;
  readonly sources: Readonly<Record<string, { readonly content: string }>>;
  readonly settings: Readonly<Record<string, unknown>>;
}

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

export const INPUT: Input = {
  language: "Solidity",
  sources: { "contracts/All.sol": { content: SOURCE } },
  settings: { optimizer: { enabled: true, runs: 200 } },
};

interface Compiled {
  readonly creationCode: Readonly<Record<string, string>>;
}

const compiled = new Map<Input, Compiled>();

export function creationCode(name: string, input: Input = INPUT): string {
  const before = compiled.get(input);
  const { creationCode: codes } = before ?? compile(input);
  if (before === undefined) compiled.set(input, { creationCode: codes });
  const code = codes[name];
  if (code === undefined) throw new Error(`There is no ${name}.`);
  return code;
}

function compile(input: Input): Compiled {
  const outputSelection = { "*": { "*": ["evm.bytecode.object"] } };
  const output = JSON.parse(
    solcOf("solc").compile(JSON.stringify({ ...input, settings: { ...input.settings, outputSelection } })),
  ) as { contracts: Record<string, Record<string, { evm: { bytecode: { object: string } } }>> };
  const contracts = Object.values(output.contracts).flatMap((file) => Object.entries(file));
  return {
    creationCode: Object.fromEntries(contracts.map(([name, { evm }]) => [name, `0x${evm.bytecode.object}`])),
  };
}

export interface Deployed {
  /** Lower case. */
  readonly address: string;
  readonly transactionHash: string;
}

export function send(chain: DevelopmentChain, to: string | undefined, data: string): Promise<Receipt> {
  return transact(chain, to, { data });
}

export async function deploy(chain: DevelopmentChain, code: string): Promise<Deployed> {
  const { contractAddress, transactionHash } = await send(chain, undefined, code);
  if (contractAddress === null) throw new Error("Nothing was deployed.");
  return { address: contractAddress.toLowerCase(), transactionHash };
}
