import type { Abi } from "../../domain/build.ts";
import type { CodeTemplate } from "../../domain/code-template.ts";

export interface CompiledHere {
  readonly kind: "compiled";
  readonly runtime: CodeTemplate;
  readonly creation: CodeTemplate;
  /** The compiler's description of the contract. Undefined for Vyper. */
  readonly described?: CompilerDescription | undefined;
  /** True if the whole stored input was compiled, because no Solidity metadata lists the sources. @default false */
  readonly isStoredInput?: boolean;
}

/** The compiler's description of a contract, as parsed JSON. Old compilers omit some parts. */
export interface CompilerDescription {
  readonly metadata: unknown;
  readonly abi?: Abi | undefined;
  readonly userdoc?: unknown;
  readonly devdoc?: unknown;
  readonly storageLayout?: unknown;
  /** Each function's 4-byte selector by signature, in hex without 0x. */
  readonly methodIdentifiers: Readonly<Record<string, string>> | undefined;
}

export type Recompiled =
  | CompiledHere
  /** The compiler rejected the sources, or the contract isn't in them. */
  | { readonly kind: "failed"; readonly reason: string }
  /** Nothing was compiled. */
  | { readonly kind: "not-possible"; readonly reason: string }
  /** The project has no compiler with the record's version. */
  | {
      readonly kind: "no-compiler";
      /** @default "Solidity" */
      readonly language?: string;
      readonly longVersion: string;
      readonly reason: string;
    };
