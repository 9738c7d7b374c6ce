import type {
  CodeOrigins,
  CodePart,
  ContractCode,
  ContractReport,
  DecodedImmutable,
} from "../../report/model.ts";
import { placeKey } from "../../report/report-network.ts";
import { formatBytes, formatCount, shortenList } from "../../text/amounts.ts";
import { type Html, html } from "../markup.ts";
import type { Views } from "./entry.ts";
import { codeIfAddress, copied, factList, section, table } from "./parts.ts";

export function codeSection(contract: ContractReport, views: Views, id: string, shape: MapShape): Html {
  const { code } = contract;
  if (code === undefined) return namedValues(contract);
  const parts = numberedParts(contract);
  const rows = [...Map.groupBy(parts, ({ number }) => number).values()].map((places) =>
    partRow(contract, places, views, id),
  );
  return section(
    "Deployed code",
    html`
<p class="soft">${sumWords(contract)} Code hash ${copied("code hash", code.runtime.hash)}</p>
${codeMap(code, parts, shape)}
${mapKey(code.runtime)}
${table(["Part", "Bytes", "Value on chain"], rows, "plain parts")}`,
  );
}

/** The map's key gives the number of bytes of each kind of part. */
function sumWords({ code, contract }: ContractReport): string {
  if (code === undefined) return "";
  const { bytes, parts } = code.runtime;
  const differing = sumBytes(parts.filter(({ kind }) => kind === "differs"));
  const all = formatCount(bytes, "byte");
  if (code.comparison !== undefined || differing > 0)
    return `${all}, of which ${differing.toLocaleString("en")} differ from ${code.comparison?.contract ?? "the build"}.`;
  return contract === null ? `${all}, not compared with any build.` : `${all}, all accounted for.`;
}

/** For code that has no map. The offsets of these values may be unknown. */
function namedValues({ libraries, immutables }: ContractReport): Html {
  const facts = factList([
    ...Object.entries(libraries).map(([name, address]) => [`library ${name}`, address] as const),
    ...Object.entries(immutables).map(([name, value]) => [`immutable ${name}`, value] as const),
  ]);
  return `${facts}` === "" ? html`` : section("Filled in after compiling", facts);
}

/** A part with its number in the map and in the table below the map. */
type NumberedPart = ReturnType<typeof numberedParts>[number];

/** All occurrences of an immutable or a library share one number, as do all differences. */
function numberedParts({ code, decodedImmutables = [] }: ContractReport) {
  const parts = code?.runtime.parts ?? [];
  const numbers = new Map<string, number>();
  return parts.map((part, index) => {
    const isOne = part.name === undefined && part.kind !== "differs";
    const key = isOne ? `${index}` : `${part.kind} ${part.name ?? ""}`;
    const number = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, number);
    return { part, number, words: partWords(part, decodedImmutables) };
  });
}

function partWords({ kind, name }: CodePart, immutables: readonly DecodedImmutable[]): string {
  if (name === undefined) return KIND_WORDS[kind];
  if (kind === "library") return `library ${name.split(":").at(-1)}`;
  return `${KIND_WORDS[kind]} ${immutables.find(({ id }) => id === name)?.name ?? name}`;
}

const MAX_LISTED_PLACES = 6;

function partRow(contract: ContractReport, places: readonly NumberedPart[], views: Views, id: string): Html {
  const [first] = places;
  if (first === undefined) return html``;
  const { part, number, words } = first;
  const offsets = places.map(({ part: each }) => placeWords(each).replace(/^bytes? /, ""));
  const shown = shortenList(offsets, MAX_LISTED_PLACES).join(", ");
  return html`<tr id="${id}-part-${number}"><th scope="row">${swatch(part.kind)} <b class="number">${number}</b> ${words}</th><td class="num">${shown}</td><td>${partValue(contract, part, views)}</td></tr>`;
}

function partValue(contract: ContractReport, { name = "", value }: CodePart, views: Views): Html {
  // A library's name never equals an immutable's id.
  const decoded = contract.decodedImmutables?.find(({ id }) => id === name);
  const text = value ?? decoded?.value ?? contract.libraries[name] ?? contract.immutables[name];
  if (text === undefined) return html``;
  const found = views.get(placeKey(contract, text));
  const view = found?.contract === contract ? undefined : found;
  const link = view !== undefined && html` <a href="#${view.id}">${view.name}</a>`;
  return html`${codeIfAddress(text)}${decoded?.member !== undefined && html` ${decoded.member}`}${link}${decoded !== undefined && html` <span class="soft">${decoded.declaredType ?? decoded.type}</span>`}`;
}

/** A cell and its gap, in SVG units. */
const STEP = 16;
const HEIGHT = 15;
const LEFT = 40;
const MAX_LINKS = 60;

interface MapShape {
  /** Cells per row in each picture. Narrow screens show the last picture. */
  readonly widths: readonly number[];
  readonly getLink: (number: number) => string;
}

function codeMap(
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
        ...pathsByKind(runs, drawLine, "run"),
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

/** One path per kind. */
function pathsByKind<Item extends { readonly kind: CellKind }>(
  items: readonly Item[],
  draw: (item: Item) => string,
  ...also: readonly string[]
): readonly Html[] {
  return [...Map.groupBy(items, ({ kind }) => kind)].map(([kind, group]) => {
    const shapes = new Set(group.map(draw));
    return html`<path class="${[...also, `f-${kind}`].join(" ")}" d="${html.whole([...shapes].join(""))}"/>`;
  });
}

/** A line one cell high. */
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

function mapKey({ bytes, parts, origins }: ContractCode["runtime"]): Html {
  const ground: readonly (readonly [CellKind, number])[] =
    origins === undefined
      ? [["code", bytes - sumBytes(parts)]]
      : CODE_ORIGINS.map((kind) => [kind, origins[kind]] as const);
  const items = ground.filter(([, length]) => length > 0).map(([kind, length]) => keyItem(kind, length));
  const size = cellSize(bytes);
  return html`<ul class="key">${items}${partsKey(parts)}<li>1 cell = ${size === 1 ? "1 byte" : `${size} bytes`}</li></ul>`;
}

/** A narrower part would be invisible. */
const MIN_WIDTH = 2.5;
/** Each segment of a strip has a single shade of gray. */
const STRETCHES = 40;

export function codeStrip({ code }: ContractReport): Html {
  if (code === undefined) return html`<span class="soft">–</span>`;
  const { bytes, parts, origins } = code.runtime;
  return html`${bar(bytes, parts, 120, 12, origins)} <span class="num">${formatBytes(bytes).replace(/ bytes?$/, " B")}</span>`;
}

export function bar(
  bytes: number,
  parts: readonly CodePart[],
  width: number,
  height: number,
  origins?: CodeOrigins,
): Html {
  const scale = width / Math.max(bytes, 1);
  const paths = pathsByKind(parts, ({ start, length }) => {
    const wide = Math.max(length * scale, MIN_WIDTH);
    const x = Math.min(start * scale, width - wide);
    return `M${round(x)} 0h${round(wide)}v${height}h${round(-wide)}z`;
  });
  return html`<svg class="strip" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true"><path class="f-code" d="M0 0h${width}v${height}H0z"/>${origins === undefined ? "" : greys(bytes, origins, width, height)}${paths}</svg>`;
}

function greys(bytes: number, origins: CodeOrigins, width: number, height: number): readonly Html[] {
  const stretch = Math.max(Math.ceil(bytes / STRETCHES), 1);
  const runs = groupRuns(toCells(bytes, [], stretch, origins), Number.POSITIVE_INFINITY);
  const scale = (width * stretch) / bytes;
  return pathsByKind(
    runs,
    ({ column, length }) =>
      `M${round(column * scale)} 0H${round(Math.min((column + length) * scale, width))}v${height}H${round(column * scale)}z`,
  );
}

function round(value: number): string {
  return value.toFixed(1).replace(/\.0$/, "");
}

export function stripLegend(contracts: readonly ContractReport[]): Html {
  const runtimes = contracts.flatMap(({ code }) => code?.runtime ?? []);
  if (runtimes.length === 0) return html``;
  const kinds = new Set<CellKind>(
    runtimes.flatMap(({ parts, origins }) => [
      ...parts.map(({ kind }) => kind),
      ...(origins === undefined ? (["code"] as const) : CODE_ORIGINS.filter((kind) => origins[kind] > 0)),
    ]),
  );
  const shown = (Object.keys(KIND_WORDS) as CellKind[]).filter((kind) => kinds.has(kind));
  return html`<ul class="key">${shown.map((kind) => html`<li>${swatch(kind)} ${KIND_WORDS[kind]}</li>`)}</ul>`;
}

type CellKind = "code" | CodeOrigin | CodePart["kind"];

/** Keyed by the letters in the report's `cells`. `data` marks bytes that aren't instructions. */
const ORIGINS = { p: "project", d: "packages", c: "compiler", x: "data" } as const;

type CodeOrigin = (typeof ORIGINS)[keyof typeof ORIGINS];

const CODE_ORIGINS: readonly CodeOrigin[] = Object.values(ORIGINS);

/**
 * If a cell covers several parts, the kind that comes last in this list is shown, so that small parts don't disappear.
 */
const STRENGTH: readonly CodePart["kind"][] = [
  ...(["constructor", "runtime", "arguments", "metadata", "call-protection", "implementation"] as const),
  ...(["library", "immutable", "differs"] as const),
];

const MAX_CELLS = 768;

/** The smallest power of two that gives at most 768 cells. */
function cellSize(bytes: number): number {
  let size = 1;
  while (Math.ceil(bytes / size) > MAX_CELLS) size *= 2;
  return size;
}

function toCells(
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
interface Run {
  readonly kind: CellKind;
  readonly row: number;
  readonly column: number;
  readonly length: number;
}

function groupRuns(cells: readonly CellKind[], across: number): readonly Run[] {
  const runs: { kind: CellKind; row: number; column: number; length: number }[] = [];
  for (const [index, kind] of cells.entries()) {
    const row = Math.floor(index / across);
    const last = runs.at(-1);
    if (last !== undefined && last.row === row && last.kind === kind) last.length += 1;
    else runs.push({ kind, row, column: index % across, length: 1 });
  }
  return runs;
}

function toRowSpans({ start, length }: CodePart, size: number, across: number): readonly Run[] {
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

const KIND_WORDS: Readonly<Record<CellKind, string>> = {
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

function placeWords({ start, length }: CodePart): string {
  return length === 1 ? `byte ${start}` : `bytes ${start}–${start + length - 1}`;
}

function sumBytes(parts: readonly CodePart[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

function keyItem(kind: CellKind, bytes: number): Html {
  return html`<li>${swatch(kind)} ${KIND_WORDS[kind]}, ${bytes.toLocaleString("en")} B</li>`;
}

export function partsKey(parts: readonly CodePart[]): readonly Html[] {
  return [...Map.groupBy(parts, ({ kind }) => kind)].map(([kind, of]) => keyItem(kind, sumBytes(of)));
}

export function swatch(kind: CellKind): Html {
  return html`<svg class="swatch f-${kind}" aria-hidden="true"><use href="#s"/></svg>`;
}
