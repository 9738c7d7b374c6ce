import type { CodeOrigins, CodePart, ContractReport } from "../../report/model.ts";
import { formatBytes } from "../../text/amounts.ts";
import { type Html, html } from "../markup.ts";
import { type CellKind, CODE_ORIGINS, groupRuns, KIND_WORDS, swatch, toCells } from "./code-cells.ts";

/** A narrower part would be invisible. */
const MIN_WIDTH = 2.5;
/** Each stretch of a strip has a single shade of grey. */
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
  const byKind = Map.groupBy(parts, ({ kind }) => kind);
  const paths = [...byKind].map(([kind, group]) => {
    const boxes = group.map(({ start, length }) => {
      const wide = Math.max(length * scale, MIN_WIDTH);
      const x = Math.min(start * scale, width - wide);
      return `M${round(x)} 0h${round(wide)}v${height}h${round(-wide)}z`;
    });
    return html`<path class="f-${kind}" d="${html.whole([...new Set(boxes)].join(""))}"/>`;
  });
  return html`<svg class="strip" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true"><path class="f-code" d="M0 0h${width}v${height}H0z"/>${origins === undefined ? "" : greys(bytes, origins, width, height)}${paths}</svg>`;
}

function greys(bytes: number, origins: CodeOrigins, width: number, height: number): readonly Html[] {
  const stretch = Math.max(Math.ceil(bytes / STRETCHES), 1);
  const runs = groupRuns(toCells(bytes, [], stretch, origins), Number.POSITIVE_INFINITY);
  const scale = (width * stretch) / bytes;
  return [...Map.groupBy(runs, ({ kind }) => kind)].map(([kind, group]) => {
    const boxes = group.map(
      ({ column, length }) =>
        `M${round(column * scale)} 0H${round(Math.min((column + length) * scale, width))}v${height}H${round(column * scale)}z`,
    );
    return html`<path class="f-${kind}" d="${html.whole(boxes.join(""))}"/>`;
  });
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
