import type { Side } from "../../domain/code-template.ts";

/** Why a code on chain differs from a build's. Stable names. */
export type ExplanationKind =
  | "no-code"
  | "proxy"
  | "truncated"
  | "extended"
  | "other-code"
  | "compiler-version"
  | "evm-version"
  | "via-ir"
  | "optimizer"
  | "library"
  | "immutables"
  | "constant"
  | "sources"
  | "unexplained"
  | "metadata"
  | "factory"
  | "constructor"
  | "constructor-arguments";

export interface Explanation {
  readonly kind: ExplanationKind;
  readonly side: Side;
  /** One sentence without a full stop, with sizes, opcodes, offsets or versions. */
  readonly text: string;
  /** `certain`: the bytes prove it. `likely`: size and style suggest it. */
  readonly certainty: "certain" | "likely";
}

/** `3 bytes`, `1 byte`. */
export function bytes(count: number): string {
  return count === 1 ? "1 byte" : `${count} bytes`;
}
