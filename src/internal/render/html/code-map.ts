import type { ContractCode } from "../../report/model.ts";
import { type Html, html } from "../markup.ts";
import {
  type CellKind,
  CODE_ORIGINS,
  cellSize,
  groupRuns,
  keyItem,
  type NumberedPart,
  partsKey,
  placeWords,
  type Run,
  sumBytes,
  toCells,
  toRowSpans,
} from "./code-cells.ts";

/** A cell and its gap, in SVG units. */
const STEP = 16;
const HEIGHT = 15;
const LEFT = 40;
const MAX_LINKS = 60;

export interface MapShape {
  /** Cells per row in each picture. Narrow screens show the last picture. */
  readonly widths: readonly number[];
  readonly getLink: (number: number) => string;
}

export function codeMap(
  { runtime: { bytes, hex, parts, origins } }: ContractCode,
  numbered: readonly NumberedPart[],
  { widths, getLink }: MapShape,
): Html {
  const size = cellSize(bytes);
  const cells = toCells(bytes, parts, size, origins);
  const label = `Map of ${bytes} bytes, ${numbered.length} parts; the table below lists them`;
  const maps = widths.map((across) => {
    const rows = Math.ceil(cells.length / across);
    const runs = groupRuns(cells, across);
    const [width, height] = [across * STEP, rows * HEIGHT];
    return html.join(
      [
        html`<svg class="map a${across} ${widths.length === 1 ? "only" : "both"}" viewBox="0 0 ${LEFT + width} ${height}" role="group" aria-label="${label}">`,
        html`<text aria-hidden="true">${offsets(rows, across * size)}</text>`,
        html`<g transform="translate(${LEFT} 0)">`,
        ...layers(runs),
        html`<path class="grid" d="M0 0h${width}v${height}H0z"/>`,
        hex !== undefined && digits(hex, runs),
        ...links(numbered, size, across, getLink),
        html`</g></svg>`,
      ],
      "",
    );
  });
  return html.join(maps, "\n");
}

/** If there are many rows, only every second one is labeled. */
function offsets(rows: number, bytes: number): readonly Html[] {
  const every = rows > 12 ? 2 : 1;
  return Array.from({ length: Math.ceil(rows / every) }, (_, index) => {
    const row = index * every;
    const offset = (row * bytes).toString(16).padStart(4, "0");
    return html`<tspan x="0" dy="${index === 0 ? 10.5 : every * HEIGHT}">${offset}</tspan>`;
  });
}

/** One path per kind, as a line one cell high. */
function layers(runs: readonly Run[]): readonly Html[] {
  const byKind = Map.groupBy(runs, ({ kind }) => kind);
  return [...byKind].map(
    ([kind, group]) => html`<path class="run f-${kind}" d="${html.whole(group.map(drawLine).join(""))}"/>`,
  );
}

function drawLine({ row, column, length }: Run): string {
  return `M${column * STEP} ${row * HEIGHT}h${length * STEP - 1}`;
}

function drawBox(run: Run): string {
  return `${drawLine(run)}v${HEIGHT - 2}h${1 - run.length * STEP}z`;
}

/** A byte and a space are exactly as wide as a cell. */
function digits(hex: string, runs: readonly Run[]): Html {
  const byRow = Map.groupBy(runs, ({ row }) => row);
  let at = 2;
  const rows = [...byRow].map(([row, group]) => {
    const spans = group.map(({ kind, length }) => {
      const bytes = hex.slice(at, at + 2 * length);
      at += 2 * length;
      return html`<tspan class="${isLight(kind) ? "onlight" : "ondark"}">${html.whole(bytes.replaceAll(/../g, "$& "))}</tspan>`;
    });
    const width = group.reduce((sum, { length }) => sum + length, 0) * STEP;
    return html`<text x="2" y="${row * HEIGHT + 10}" textLength="${width}">${spans}</text>`;
  });
  return html`<g class="digits" aria-hidden="true">${rows}</g>`;
}

function isLight(kind: CellKind): boolean {
  return kind === "code" || kind === "packages" || kind === "compiler" || kind === "data";
}

/** Links each part to its row in the table below the map. */
function links(
  parts: readonly NumberedPart[],
  size: number,
  across: number,
  getLink: MapShape["getLink"],
): readonly Html[] {
  return parts.slice(0, MAX_LINKS).map(({ part, number, words }) => {
    const places = toRowSpans(part, size, across);
    const widest = places.reduce((best, each) => (each.length > best.length ? each : best));
    const x = (widest.column + widest.length / 2) * STEP - 0.5;
    const y = widest.row * HEIGHT + 10.5;
    return html`<a href="#${getLink(number)}"><title>${`${number}: ${words}, ${placeWords(part)}`}</title><path class="hit" d="${html.whole(places.map(drawBox).join(""))}"/>${
      widest.length * STEP < 14
        ? ""
        : html`<rect class="tag" x="${x - (number > 9 ? 8 : 6)}" y="${widest.row * HEIGHT + 1}" width="${number > 9 ? "16" : "12"}" height="11" rx="2"/><text x="${x}" y="${y}">${number}</text>`
    }</a>`;
  });
}

export function mapKey({ bytes, parts, origins }: ContractCode["runtime"]): Html {
  const ground: readonly (readonly [CellKind, number])[] =
    origins === undefined
      ? [["code", bytes - sumBytes(parts)]]
      : CODE_ORIGINS.map((kind) => [kind, origins[kind]] as const);
  const items = ground.filter(([, length]) => length > 0).map(([kind, length]) => keyItem(kind, length));
  const size = cellSize(bytes);
  return html`<ul class="key">${items}${partsKey(parts)}<li>1 cell = ${size === 1 ? "1 byte" : `${size} bytes`}</li></ul>`;
}
