import type { Abi, ContractName } from "../../domain/build.ts";
import type { CodeTemplate } from "../../domain/code-template.ts";

/** The contract that is compiled. */
export interface CompilerTarget extends Pick<ContractName, "inputSourceName" | "name"> {
  /** The long version, with or without `v`. */
  readonly compilerVersion: string;
}

/** The output of a compiler on this machine for a contract. */
export interface CompiledHere {
  readonly kind: "compiled";
  readonly runtime: CodeTemplate;
  readonly creation: CodeTemplate;
  /** The output about the contract besides the code; undefined for Vyper. */
  readonly described?: CompilerDescription | undefined;
  /**
   * True if the input was the stored one, because the record has no Solidity metadata that says what belongs to it.
   * @default false
   */
  readonly isStoredInput?: boolean;
}

/** The compiler's words about a contract, as parsed JSON. Old compilers lack some. */
export interface CompilerDescription {
  readonly metadata: unknown;
  readonly abi: Abi | undefined;
  readonly userdoc: unknown;
  readonly devdoc: unknown;
  readonly storageLayout: unknown;
  /** The 4 bytes of each function's selector, hex without 0x, by signature. */
  readonly methodIdentifiers: Readonly<Record<string, string>> | undefined;
}

/** The result of compiling a contract here. */
export type Recompiled =
  | CompiledHere
  /** The compiler rejected the sources, or they do not contain the contract. */
  | { readonly kind: "failed"; readonly reason: string }
  /** Nothing was compiled. */
  | { readonly kind: "not-possible"; readonly reason: string }
  /** The project has no compiler of the record's version. */
  | {
      readonly kind: "no-compiler";
      /** @default "Solidity" */
      readonly language?: string;
      readonly longVersion: string;
      readonly reason: string;
    };
