import type { CodePart } from "../../report/model.ts";
import { type Html, html } from "../markup.ts";
import type { CellKind } from "./code-cells.ts";

/** What the colours of a map mean. */
export const KIND_WORDS: Readonly<Record<CellKind, string>> = {
  code: "code",
  project: "code of your sources",
  packages: "code of packages",
  compiler: "added by the compiler",
  data: "data, contracts it creates",
  immutable: "immutable",
  library: "library address",
  "call-protection": "own address (call protection)",
  implementation: "implementation",
  metadata: "metadata (CBOR auxdata)",
  differs: "differs from the build",
  constructor: "constructor",
  runtime: "runtime code",
  arguments: "constructor arguments",
};

/** A part with the number that it has in the map and in the table below it. */
export interface NumberedPart {
  readonly part: CodePart;
  readonly number: number;
  /** "immutable cap". */
  readonly words: string;
}

/** "bytes 108–139". */
export function placeWords({ start, length }: Pick<CodePart, "start" | "length">): string {
  return length === 1 ? `byte ${start}` : `bytes ${start}–${start + length - 1}`;
}

/** A sample of a colour, for a key. */
export function swatch(kind: CellKind): Html {
  return html`<svg class="swatch f-${kind}" aria-hidden="true"><use href="#s"/></svg>`;
}
