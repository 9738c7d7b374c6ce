import type { ExpectedSideMatch } from "../../../src/internal/domain/match.ts";

export type CompilerRelease = "0.4.26" | "0.5.17" | "0.6.12" | "0.7.6" | "0.8.19" | "0.8.28" | "0.8.37";

export interface Program {
  /** @default "0.8.28" */
  readonly compiler?: CompilerRelease;
  /** @default "Solidity" */
  readonly language?: string;
  readonly sources: Readonly<Record<string, string>>;
  /** In addition to an optimizer with 200 runs. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** `path:Name`. */
  readonly contract: string;
}

export type Deployment =
  | {
      readonly kind: "transaction";
      readonly args?: readonly unknown[];
      /** Hex without 0x, appended to the creation code in place of encoded values. */
      readonly tail?: string;
      readonly libraries?: Readonly<Record<string, string>>;
      /** In wei. @default 0n */
      readonly value?: bigint;
      /** The creation transaction is unknown. @default false */
      readonly isTransactionUnknown?: boolean;
    }
  /** A contract of the same program creates it in a call and logs its address. */
  | { readonly kind: "factory"; readonly factory: string; readonly call: string }
  /** 0x-hex creation code that isn't a compiler's output. */
  | { readonly kind: "raw"; readonly creationCode: string };

export interface Sides {
  readonly creation: Exclude<ExpectedSideMatch, "unknown">;
  readonly runtime: Exclude<ExpectedSideMatch, "unknown">;
}

export interface Phenomenon {
  readonly name: string;
  readonly deployed: Program;
  /** The project at the time of verification. @default the deployed program */
  readonly build?: Program;
  /** @default one transaction without constructor values */
  readonly deployment?: Deployment;
  /** Only the compiler's input is available, as with `--std-json-input`. @default false */
  readonly isInputOnly?: boolean;
  /** Files that the contract doesn't import change its code, because of a compiler bug. @default false */
  readonly isCodeOfAllFiles?: boolean;
  readonly gives: Sides;
  readonly unpredicted?: { readonly sides: readonly (keyof Sides)[]; readonly because: string };
}

export const EXACT: Sides = { creation: "exact_match", runtime: "exact_match" };
export const MATCH: Sides = { creation: "match", runtime: "match" };
export const NOTHING: Sides = { creation: "none", runtime: "none" };

export function phenomenon(
  name: string,
  gives: Sides,
  deployed: Program,
  more: Omit<Phenomenon, "name" | "gives" | "deployed"> = {},
): Phenomenon {
  return { name, gives, deployed, ...more };
}

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
