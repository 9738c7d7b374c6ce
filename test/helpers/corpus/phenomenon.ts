import type { ExpectedSideMatch } from "../../../src/internal/domain/match.ts";

/** The compilers among the development dependencies. */
export type CompilerRelease = "0.4.26" | "0.5.17" | "0.6.12" | "0.7.6" | "0.8.19" | "0.8.28" | "0.8.37";

/** What is compiled, and which of its contracts is meant. */
export interface Program {
  /** @default "0.8.28" */
  readonly compiler?: CompilerRelease;
  /** @default "Solidity" */
  readonly language?: string;
  /** Content by source name. */
  readonly sources: Readonly<Record<string, string>>;
  /** Beside an optimizer with 200 runs. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** `path:Name`. */
  readonly contract: string;
}

/** How the code gets on chain. */
export type Deployment =
  | {
      readonly kind: "transaction";
      /** Values for the constructor. @default none */
      readonly args?: readonly unknown[];
      /** Hex without 0x that follows the creation code instead of encoded values. */
      readonly tail?: string;
      /** 0x-hex address by library name. */
      readonly libraries?: Readonly<Record<string, string>>;
      /** In wei. @default 0n */
      readonly value?: bigint;
      /** Nobody tells which transaction created it. @default false */
      readonly isTransactionUnknown?: boolean;
    }
  /** A contract of the same program makes it in a call, and says its address in the log. */
  | { readonly kind: "factory"; readonly factory: string; readonly call: string }
  /** 0x-hex creation code that no compiler made. */
  | { readonly kind: "raw"; readonly creationCode: string };

/** The two sides of a match; `none` where the service finds nothing. */
export interface Sides {
  readonly creation: Exclude<ExpectedSideMatch, "unknown">;
  readonly runtime: Exclude<ExpectedSideMatch, "unknown">;
}

/** One thing that can be so of a contract, and what a verification service finds of it. */
export interface Phenomenon {
  readonly name: string;
  readonly deployed: Program;
  /** What the project holds when it is verified. @default what was deployed */
  readonly build?: Program;
  /** @default one transaction, with no values for the constructor */
  readonly deployment?: Deployment;
  /** Only the compiler's input is given, as with `--std-json-input`. @default false */
  readonly isInputOnly?: boolean;
  /** Files that the contract does not import change its code: an error of the compiler. @default false */
  readonly isCodeOfAllFiles?: boolean;
  readonly gives: Sides;
  /** Sides that can't be predicted, and why. @default none */
  readonly unpredicted?: { readonly sides: readonly (keyof Sides)[]; readonly because: string };
}

export const EXACT: Sides = { creation: "exact_match", runtime: "exact_match" };
export const MATCH: Sides = { creation: "match", runtime: "match" };
export const NOTHING: Sides = { creation: "none", runtime: "none" };
