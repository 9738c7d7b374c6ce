import type { CodeTemplate } from "../../../src/internal/domain/code-template.ts";
import { compile, contractOf, creationOf, runtimeOf } from "../compile.ts";

type CompilerVersion = "0.7.6" | "0.8.19" | "0.8.28" | "0.8.37";

export interface Way {
  readonly version: CompilerVersion;
  readonly evmVersion: "paris" | "shanghai" | "cancun" | "prague";
  readonly viaIR: boolean;
  /** 0 turns the optimizer off. */
  readonly runs: number;
}

export interface GridBuild {
  readonly way: Way;
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly template: { readonly runtime: CodeTemplate; readonly creation: CodeTemplate };
}

const HEAD = "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\n";

const SOURCES: Readonly<Record<string, string>> = {
  "Counter.sol": `${HEAD}contract Counter {
    uint256 public count; address public owner = msg.sender;
    function increment() external { count += 1; }
    function set(uint256 v) external { require(msg.sender == owner, "not owner"); count = v; } }`,
  "Token.sol": `${HEAD}contract Token {
    string public name; uint256 public immutable cap; mapping(address => uint256) public balanceOf;
    event Transfer(address indexed from, address indexed to, uint256 value);
    constructor(string memory n, uint256 c) { name = n; cap = c; balanceOf[msg.sender] = c; }
    function transfer(address to, uint256 v) external returns (bool) {
      balanceOf[msg.sender] -= v; balanceOf[to] += v; emit Transfer(msg.sender, to, v); return true; } }`,
  "Sums.sol": `${HEAD}library Sums {
    function sum(uint256[] calldata a) external pure returns (uint256 s) { for (uint256 i = 0; i < a.length; i++) s += a[i]; }
    function fee(uint256 a) external pure returns (uint256) { return a * 997 / 1000 + 12345678901234567890; } }`,
  "Proxy.sol": `${HEAD}contract Proxy {
    address immutable target;
    constructor(address t) { target = t; }
    fallback() external payable {
      address t = target;
      assembly {
        calldatacopy(0, 0, calldatasize())
        let r := delegatecall(gas(), t, 0, calldatasize(), 0, 0)
        returndatacopy(0, 0, returndatasize())
        switch r case 0 { revert(0, returndatasize()) } default { return(0, returndatasize()) } } } }`,
};

export const NAMES = ["Counter", "Token", "Sums", "Proxy"] as const;

export function compileGrid(ways: readonly Way[]): readonly GridBuild[] {
  return ways.flatMap((way) => {
    const { version, evmVersion, viaIR, runs } = way;
    const optimizer = runs === 0 ? { enabled: false } : { enabled: true, runs };
    const settings = { evmVersion, viaIR, optimizer };
    const compiled = compile(SOURCES, settings, version);
    return NAMES.map((name) => {
      const contract = contractOf(compiled, `${name}.sol`, name);
      return {
        way,
        name,
        settings,
        template: { runtime: runtimeOf(contract), creation: creationOf(contract) },
      };
    });
  });
}
