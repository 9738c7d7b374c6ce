import type { CodeOrigins, CodePart } from "../../report/model.ts";
import { type Html, html } from "../markup.ts";

export type CellKind = "code" | CodeOrigin | CodePart["kind"];

/** Keyed by the letters in the report's `cells`. `data` marks bytes that aren't instructions. */
const ORIGINS = { p: "project", d: "packages", c: "compiler", x: "data" } as const;

type CodeOrigin = (typeof ORIGINS)[keyof typeof ORIGINS];

export const CODE_ORIGINS: readonly CodeOrigin[] = Object.values(ORIGINS);

/**
 * If a cell covers several parts, the kind that comes last in this list is shown, so that small parts don't disappear.
 */
const STRENGTH: readonly CodePart["kind"][] = [
  ...(["constructor", "runtime", "arguments", "metadata", "call-protection", "implementation"] as const),
  ...(["library", "immutable", "differs"] as const),
];

const MAX_CELLS = 768;

/** The smallest power of two that gives at most 768 cells. */
export function cellSize(bytes: number): number {
  let size = 1;
  while (Math.ceil(bytes / size) > MAX_CELLS) size *= 2;
  return size;
}

export function toCells(
  bytes: number,
  parts: readonly CodePart[],
  size: number,
  origins?: CodeOrigins,
): readonly CellKind[] {
  const cells = Array.from({ length: Math.ceil(bytes / size) }, (_, cell) =>
    originKind(cell * size, origins),
  );
  const weakestFirst = parts.toSorted(
    (one, other) => STRENGTH.indexOf(one.kind) - STRENGTH.indexOf(other.kind),
  );
  for (const { kind, start, length } of weakestFirst)
    cells.fill(kind, Math.floor(start / size), Math.ceil((start + length) / size));
  return cells;
}

/** `code` if no source map covers the offset. */
function originKind(offset: number, origins: CodeOrigins | undefined): CellKind {
  if (origins === undefined) return "code";
  const letter = origins.cells[Math.floor(offset / origins.cellBytes)];
  return ORIGINS[letter as keyof typeof ORIGINS] ?? "compiler";
}

/** Adjacent cells of the same kind in one row. */
export interface Run {
  readonly kind: CellKind;
  readonly row: number;
  readonly column: number;
  readonly length: number;
}

export function groupRuns(cells: readonly CellKind[], across: number): readonly Run[] {
  const runs: { kind: CellKind; row: number; column: number; length: number }[] = [];
  for (const [index, kind] of cells.entries()) {
    const row = Math.floor(index / across);
    const last = runs.at(-1);
    if (last !== undefined && last.row === row && last.kind === kind) last.length += 1;
    else runs.push({ kind, row, column: index % across, length: 1 });
  }
  return runs;
}

export function toRowSpans({ start, length }: CodePart, size: number, across: number): readonly Run[] {
  const first = Math.floor(start / size);
  const end = Math.max(first + 1, Math.ceil((start + length) / size));
  const places: Run[] = [];
  for (let at = first; at < end; ) {
    const row = Math.floor(at / across);
    const next = Math.min(end, (row + 1) * across);
    places.push({ kind: "code", row, column: at - row * across, length: next - at });
    at = next;
  }
  return places;
}

export const KIND_WORDS: Readonly<Record<CellKind, string>> = {
  code: "code",
  project: "code from your sources",
  packages: "code from packages",
  compiler: "added by the compiler",
  data: "data, created contracts",
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

/** A part with its number in the map and in the table below the map. */
export interface NumberedPart {
  readonly part: CodePart;
  readonly number: number;
  readonly words: string;
}

export function placeWords({ start, length }: CodePart): string {
  return length === 1 ? `byte ${start}` : `bytes ${start}–${start + length - 1}`;
}

export function sumBytes(parts: readonly CodePart[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

export function keyItem(kind: CellKind, bytes: number): Html {
  return html`<li>${swatch(kind)} ${KIND_WORDS[kind]}, ${bytes.toLocaleString("en")} B</li>`;
}

export function partsKey(parts: readonly CodePart[]): readonly Html[] {
  return [...Map.groupBy(parts, ({ kind }) => kind)].map(([kind, of]) => keyItem(kind, sumBytes(of)));
}

export function swatch(kind: CellKind): Html {
  return html`<svg class="swatch f-${kind}" aria-hidden="true"><use href="#s"/></svg>`;
}
