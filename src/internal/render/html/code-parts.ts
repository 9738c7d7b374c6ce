import type { CodePart, ContractReport, DecodedImmutable } from "../../report/model.ts";
import { placeKey } from "../../report/report-network.ts";
import { type Html, html } from "../markup.ts";
import { KIND_WORDS, type NumberedPart, placeWords, swatch } from "./code-kinds.ts";
import type { Views } from "./entry.ts";
import { copied } from "./parts.ts";

/** The parts of a code with their numbers: what is filled in at several places has one, and all that differs. */
export function numberedParts({ code, decodedImmutables = [] }: ContractReport): readonly NumberedPart[] {
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

/** "immutable cap", "library Adder", "metadata (CBOR auxdata)". */
function partWords({ kind, name }: CodePart, immutables: readonly DecodedImmutable[]): string {
  if (name === undefined) return KIND_WORDS[kind];
  if (kind === "library") return `library ${name.split(":").at(-1)}`;
  return `${KIND_WORDS[kind]} ${immutables.find(({ id }) => id === name)?.name ?? name}`;
}

/** The parts as text: what each is, where, and what it has. */
export function partTable(
  contract: ContractReport,
  parts: readonly NumberedPart[],
  views: Views,
  id: string,
): Html {
  const rows = [...Map.groupBy(parts, ({ number }) => number)].map(([number, of]) =>
    partRow(contract, number, of, views, id),
  );
  return rows.length === 0
    ? html``
    : html`<table class="plain parts"><thead><tr><th scope="col">Part</th><th scope="col">Bytes</th><th scope="col">Value on chain</th></tr></thead><tbody>${html.join(rows, "\n")}</tbody></table>`;
}

const MOST_LISTED_PLACES = 6;

function partRow(
  contract: ContractReport,
  number: number,
  of: readonly NumberedPart[],
  views: Views,
  id: string,
): Html {
  const [first] = of;
  if (first === undefined) return html``;
  const { part, words } = first;
  const shown = of
    .slice(0, MOST_LISTED_PLACES)
    .map(({ part: each }) => placeWords(each).replace(/^bytes? /, ""));
  const more = of.length - shown.length;
  return html`<tr id="${id}-part-${String(number)}"><th scope="row">${swatch(part.kind)} <b class="number">${String(number)}</b> ${words}</th><td class="num">${shown.join(", ")}${more === 0 ? "" : `, and ${more} more`}</td><td>${partValue(contract, part, views)}</td></tr>`;
}

function partValue(contract: ContractReport, { kind, name = "", value }: CodePart, views: Views): Html {
  const decoded = contract.decodedImmutables?.find(({ id }) => kind === "immutable" && id === name);
  const text =
    value ??
    decoded?.value ??
    (kind === "library"
      ? contract.libraries[name]
      : kind === "immutable"
        ? contract.immutables[name]
        : undefined);
  if (text === undefined) return html``;
  const found = views.get(placeKey(contract, text));
  const view = found?.contract === contract ? undefined : found;
  const isAddress = /^0x[0-9a-fA-F]{40}$/.test(text);
  const shown = isAddress ? copied("address", text) : html`<code>${text}</code>`;
  const link = view === undefined ? "" : html` <a href="#${view.id}">${view.name}</a>`;
  return html`${shown}${decoded?.member === undefined ? "" : html` ${decoded.member}`}${link}${decoded === undefined ? "" : html` <span class="soft">${decoded.declaredType ?? decoded.type}</span>`}`;
}
