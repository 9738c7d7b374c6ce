import type { Side } from "../../domain/code-template.ts";

/** What makes a code on chain differ from a build's. Stable names. */
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
  /** One plain sentence without a full stop, with the facts: sizes, opcodes, offsets, versions. */
  readonly text: string;
  /** Whether the bytes prove it, or whether size and style only suggest it. */
  readonly certainty: "certain" | "likely";
}

/** `3 bytes`, `1 byte`. */
export function bytes(count: number): string {
  return count === 1 ? "1 byte" : `${count} bytes`;
}
