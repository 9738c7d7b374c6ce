import type { CodePart, ContractReport } from "../../report/model.ts";
import { countWords, listWords } from "../../text/amounts.ts";
import { type Html, html } from "../markup.ts";
import { codeMap, type MapShape, mapKey } from "./code-map.ts";
import { numberedParts, partTable } from "./code-parts.ts";
import type { Views } from "./entry.ts";
import { copied, factList } from "./parts.ts";

/** The deployed code as a map, and its parts as text. */
export function codeSection(contract: ContractReport, views: Views, id: string, shape: MapShape): Html {
  const { code } = contract;
  if (code === undefined) return namedValues(contract);
  const parts = numberedParts(contract);
  return html`<section class="part"><h2>The code that runs</h2>
<p class="soft">${sumWords(contract)} Code hash ${copied("code hash", code.runtime.hash)}</p>
${codeMap(code, parts, shape)}
${mapKey(code.runtime)}
${partTable(contract, parts, views, id)}</section>`;
}

/** "556 bytes: 399 are the build’s, 104 filled in, 53 metadata. None is left over." */
function sumWords({ code, contract }: ContractReport): string {
  if (code === undefined) return "";
  const { bytes, parts } = code.runtime;
  const sum = (...kinds: readonly CodePart["kind"][]) =>
    parts.filter(({ kind }) => kinds.includes(kind)).reduce((total, { length }) => total + length, 0);
  const filled = sum("immutable", "library", "call-protection", "implementation");
  const metadata = sum("metadata");
  const differing = sum("differs");
  const rest = bytes - filled - metadata - differing;
  const inWords = (count: number, words: string) =>
    count === 0 ? [] : [`${count.toLocaleString("en")} ${words}`];
  if (code.comparison !== undefined)
    return `${countWords(bytes, "byte")}, of which ${differing.toLocaleString("en")} are not those of ${code.comparison.contract}.`;
  if (contract === null) return `${countWords(bytes, "byte")}, compared with no build.`;
  const found = listWords([
    ...inWords(rest, rest === 1 ? "is the build’s" : "are the build’s"),
    ...inWords(filled, "filled in after compiling"),
    ...inWords(metadata, "metadata"),
  ]);
  const over = differing === 0 ? "None is left over." : `${differing.toLocaleString("en")} differ.`;
  return `${bytes.toLocaleString("en")} bytes: ${found}. ${over}`;
}

/** What was filled in, where a report of an earlier version does not say where. */
function namedValues({ libraries, immutables }: ContractReport): Html {
  const facts = factList([
    ...Object.entries(libraries).map(([name, address]) => [`library ${name}`, [address]] as const),
    ...Object.entries(immutables).map(([name, value]) => [`immutable ${name}`, [value]] as const),
  ]);
  return `${facts}` === ""
    ? html``
    : html`<section class="part"><h2>Filled in after compiling</h2>${facts}</section>`;
}
