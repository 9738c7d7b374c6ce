import type { CodeComparison, ContractReport } from "../../report/model.ts";
import { capitalize, formatCount } from "../../text/amounts.ts";
import { shortenPair } from "../../text/shorten-pair.ts";
import { type Html, html } from "../markup.ts";
import { candidateWords, differenceWords } from "../words/difference-words.ts";
import { swatch } from "./code.ts";
import { hiddenWords, lineList, nextStep, scrolling, section } from "./parts.ts";

export function mismatchSection(contract: ContractReport): Html {
  const { explanations, candidates, differences, code } = contract;
  const comparison = code?.comparison;
  const said = new Set(contract.error?.facts.map(({ value }) => value));
  const reasons = (explanations.length > 0 ? explanations : (candidates[0]?.explanations ?? [])).filter(
    ({ text }) => !said.has(text),
  );
  // The problem already identifies the closest candidate and describes how it differs.
  const others = contract.error === undefined ? candidates : candidates.slice(1);
  if (comparison === undefined && reasons.length + differences.length + others.length === 0) return html``;
  return section(
    "Where the code differs",
    html`
${reasons.map(({ text, certainty, next }) => html`<p>${capitalize(certainty === "likely" ? `likely: ${text}` : text)}.</p><p>${nextStep(next)}</p>`)}
${comparison && bars(comparison, code?.runtime.bytes ?? 0)}
${comparison === undefined && differences.length > 0 && lineList(differences.slice(0, 8).map((each) => html`<code>${differenceWords(each)}</code>`))}
${comparison && listing(comparison)}
${others.length > 0 && html`<details class="folded"><summary>${formatCount(others.length, others === candidates ? "nearest contract" : "contract")}${others !== candidates && ", less similar"}</summary>${lineList(others.map(candidateWords))}</details>`}`,
  );
}

const WIDTH = 1000;
const HEIGHT = 100;
const BAR = 24;

/** Two bars to the same scale. Bands join equal segments, so moved code appears as a slanted band. */
function bars(comparison: CodeComparison, onChain: number): Html {
  const { contract, bytes, segments } = comparison;
  const scale = WIDTH / Math.max(bytes, onChain, 1);
  const at = (offset: number) => (offset * scale).toFixed(1);
  const box = ([start, length]: Segment["onChain"], y: number) =>
    `M${at(start)} ${y}h${Math.max(length * scale, length === 0 ? 0 : 2).toFixed(1)}v${BAR}H${at(start)}z`;
  const bands = segments
    .filter(({ kind }) => kind !== "differs")
    .map(({ kind, onChain: [a, length], inBuild: [b, other] }) => {
      const path = `M${at(a)} ${BAR}H${at(a + length)}L${at(b + other)} ${HEIGHT - BAR}H${at(b)}z`;
      return html`<path class="band ${kind}" d="${html.whole(path)}"/>`;
    });
  const layer = (wanted: Segment["kind"], fill: string) => {
    const boxes = segments
      .filter(({ kind }) => kind === wanted)
      .map((each) => box(each.onChain, 0) + box(each.inBuild, HEIGHT - BAR));
    return html`<path class="${fill}" d="${html.whole(boxes.join(""))}"/>`;
  };
  const words = sumWords(comparison);
  return html`<p class="soft">${words} The rest is the same, or moved.</p>
<p class="end">on chain, ${formatCount(onChain, "byte")}</p>
<div class="wide tall"><svg class="bars" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${words}">${bands}${layer("same", "f-runtime")}${layer("metadata", "f-metadata")}${layer("differs", "f-differs")}</svg></div>
<p class="end">${contract}, ${formatCount(bytes, "byte")}</p>
<ul class="key"><li>${swatch("runtime")} the same in both, jump targets aside</li><li>${swatch("differs")} differs</li><li>${swatch("metadata")} metadata (CBOR auxdata)</li></ul>`;
}

function sumWords({ onlyOnChain, onlyInBuild }: CodeComparison): string {
  return `${formatCount(onlyOnChain, "byte")} of code only on chain, ${formatCount(onlyInBuild, "byte")} only in the build.`;
}

type Segment = CodeComparison["segments"][number];
type Place = CodeComparison["places"][number];
type Row = Place["rows"][number];

function listing({ places, contract }: CodeComparison): Html {
  if (places.length === 0) return html``;
  const table = html`<table class="listing"><thead><tr><th scope="col" colspan="3">On chain</th><th scope="col" colspan="3">${contract}</th></tr></thead>
${html.join(places.map(placeRows), "\n")}</table>`;
  return html`<h3>${places.length === 1 ? "The first difference" : "The first differences"}</h3>
<p class="soft"><b class="refuted">+</b> is on chain only, <b class="refuted">−</b> in the build only, <b class="refuted">≠</b> different, ↷ a jump target that moved.</p>
${scrolling("Instructions on chain and in the build", table)}`;
}

function placeRows({ before, rows, cut = 0, source }: Place): Html {
  const folded = (count: number, words: string) =>
    count > 0 &&
    html`<tr class="fold"><td colspan="6">${formatCount(count, "instruction")} ${words}</td></tr>`;
  const line =
    source &&
    html`<tr class="line"><td colspan="6"><code>${`${source.file}:${source.line}`}</code> <code>${source.text}</code></td></tr>`;
  return html`<tbody>${folded(before, before === 1 ? "is the same" : "are the same")}${html.join(rows.map(rowHtml), "\n")}${folded(cut, "more that differ")}${line}</tbody>`;
}

function rowHtml({ state, onChain, inBuild }: Row): Html {
  const isOther = state === "differs" && onChain !== undefined && inBuild !== undefined;
  // Cuts long values to the part that differs.
  const [chain, build] = isOther ? shortenPair(onChain.text, inBuild.text, MAX_CHARACTERS) : [];
  const sign = (own: string) => (state === "moved" ? "↷" : state === "same" ? "" : isOther ? "≠" : own);
  return html`<tr class="${state}">${side(onChain, chain, sign("+"), "")}${side(inBuild, build, sign("−"), "right")}</tr>`;
}

/** Longer text doesn't fit into the column on a phone. */
const MAX_CHARACTERS = 42;

/** Solidity left-aligns text. Undefined if the value isn't text. */
function pushedText(text: string): string | undefined {
  const hex = /^PUSH\d+ 0x((?:[2-7][0-9a-f]){4,})(?:00)*$/i.exec(text)?.[1];
  return hex && `“${Buffer.from(hex, "hex").toString("latin1")}”`;
}

const SIGN_WORDS: Readonly<Record<string, string>> = {
  "+": "only on chain",
  "−": "only in the build",
  "≠": "different",
  "↷": "moved",
};

function side(instruction: Row["onChain"], cut: string | undefined, sign: string, right: "right" | ""): Html {
  if (instruction === undefined) return html`<td class="empty ${right}" colspan="3"></td>`;
  const { offset, text, note = pushedText(text) } = instruction;
  const shown =
    sign !== "" && html`<span aria-hidden="true">${sign}</span>${hiddenWords(SIGN_WORDS[sign] ?? "")}`;
  return html`<td class="offset ${right}">${offset.toString(16).padStart(4, "0")}</td><td class="sign">${shown}</td><td class="code"><code>${cut ?? text}</code>${note !== undefined && html` <span class="soft">${note}</span>`}</td>`;
}
