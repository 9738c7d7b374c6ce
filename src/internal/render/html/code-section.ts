import type { CodePart, ContractReport, DecodedImmutable } from "../../report/model.ts";
import { placeKey } from "../../report/report-network.ts";
import { formatCount, shortenList } from "../../text/amounts.ts";
import { type Html, html } from "../markup.ts";
import { KIND_WORDS, type NumberedPart, placeWords, sumBytes, swatch } from "./code-cells.ts";
import { codeMap, type MapShape, mapKey } from "./code-map.ts";
import type { Views } from "./entry.ts";
import { codeIfAddress, copied, factList, section, table } from "./parts.ts";

export function codeSection(contract: ContractReport, views: Views, id: string, shape: MapShape): Html {
  const { code } = contract;
  if (code === undefined) return namedValues(contract);
  const parts = numberedParts(contract);
  const rows = [...Map.groupBy(parts, ({ number }) => number)].map(([number, places]) =>
    partRow(contract, number, places, views, id),
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

/** The key of the map lists how many bytes each kind of part has. */
function sumWords({ code, contract }: ContractReport): string {
  if (code === undefined) return "";
  const { bytes, parts } = code.runtime;
  const differing = sumBytes(parts.filter(({ kind }) => kind === "differs"));
  const all = formatCount(bytes, "byte");
  if (code.comparison !== undefined || differing > 0)
    return `${all}, of which ${differing.toLocaleString("en")} differ from ${code.comparison?.contract ?? "the build"}.`;
  return contract === null ? `${all}, not compared with any build.` : `${all}, all accounted for.`;
}

/** For code without a map, whose values may have unknown offsets. */
function namedValues({ libraries, immutables }: ContractReport): Html {
  const facts = factList([
    ...Object.entries(libraries).map(([name, address]) => [`library ${name}`, address] as const),
    ...Object.entries(immutables).map(([name, value]) => [`immutable ${name}`, value] as const),
  ]);
  return `${facts}` === "" ? html`` : section("Filled in after compiling", facts);
}

/** All places of the same immutable or library share one number, as do all differences. */
function numberedParts({ code, decodedImmutables = [] }: ContractReport): readonly NumberedPart[] {
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

function partRow(
  contract: ContractReport,
  number: number,
  places: readonly NumberedPart[],
  views: Views,
  id: string,
): Html {
  const [first] = places;
  if (first === undefined) return html``;
  const { part, words } = first;
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
