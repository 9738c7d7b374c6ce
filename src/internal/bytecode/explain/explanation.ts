import type { CodeTemplate } from "../../domain/code-template.ts";
import type { Explanation } from "../../report/model.ts";
import type { Comparison } from "../compare.ts";
import type { BuildSettings } from "./build-settings.ts";
import type { Traits } from "./traits.ts";

/** An explanation before the next step is known. */
export type Explained = Omit<Explanation, "next">;

/** The input of the rules: two runtime codes, and the build's settings. */
export interface Facts {
  readonly onchain: Traits;
  readonly built: Traits;
  readonly template: CodeTemplate;
  readonly comparison: Comparison;
  /** The same comparison without the CBOR auxdata (the metadata section) at the end, whose length can differ. */
  readonly programs: Comparison;
  readonly settings: BuildSettings | undefined;
  /** The build's compiler, `0.8.28`. */
  readonly compilerVersion: string | undefined;
}

const explained =
  (certainty: Explained["certainty"]) =>
  (kind: Explained["kind"], text: string): Explained => ({ kind, side: "runtime", certainty, text });

export const certain = explained("certain");
export const likely = explained("likely");

/** `3 bytes`, `1 byte`. */
export function bytes(count: number): string {
  return count === 1 ? "1 byte" : `${count} bytes`;
}
