import type { CodeComparison, ContractReport } from "../../report/model.ts";
import { countWords, sentence } from "../../text/amounts.ts";
import { type Html, html } from "../markup.ts";
import { candidateWords, differenceWords } from "../words/difference-words.ts";
import { swatch } from "./code-kinds.ts";
import { listing } from "./listing.ts";
import { nextStep } from "./parts.ts";

/** Why the code is not the build's: the reasons, both codes as bars, and the first differences as instructions. */
export function mismatchSection(contract: ContractReport): Html {
  const { explanations, candidates, differences, code } = contract;
  const comparison = code?.comparison;
  const said = new Set(contract.error?.facts.map(({ value }) => value));
  const reasons = (explanations.length > 0 ? explanations : (candidates[0]?.explanations ?? [])).filter(
    ({ text }) => !said.has(text),
  );
  if (comparison === undefined && reasons.length === 0 && differences.length === 0 && candidates.length === 0)
    return html``;
  return html`<section class="part"><h2>Where the code differs</h2>
${reasons.map(({ text, certainty, next }) => html`<p>${sentence(certainty === "likely" ? `likely: ${text}` : text)}.</p><p>${nextStep(next)}</p>`)}
${comparison === undefined ? "" : bars(comparison, code?.runtime.bytes ?? 0)}
${comparison === undefined ? plainDifferences(contract) : ""}
${comparison === undefined ? "" : listing(comparison)}
${nearest(contract)}</section>`;
}

function plainDifferences({ differences }: ContractReport): Html {
  return differences.length === 0
    ? html``
    : html`<ul class="lines">${differences.slice(0, 8).map((each) => html`<li><code>${differenceWords(each)}</code></li>`)}</ul>`;
}

function nearest({ candidates }: ContractReport): Html {
  return candidates.length === 0
    ? html``
    : html`<details class="folded"><summary>${countWords(candidates.length, "nearest contract")}</summary><ul class="lines">${candidates.map((each) => html`<li>${candidateWords(each)}</li>`)}</ul></details>`;
}

const WIDTH = 1000;
const HEIGHT = 100;
const BAR = 24;

/** Two bars to one scale; bands join what is the same, so that what moved is slanted. */
function bars(comparison: CodeComparison, onChain: number): Html {
  const { contract, bytes, segments } = comparison;
  const scale = WIDTH / Math.max(bytes, onChain, 1);
  const at = (offset: number) => (offset * scale).toFixed(1);
  const box = ([start, length]: readonly number[], y: number) =>
    `M${at(start ?? 0)} ${y}h${Math.max((length ?? 0) * scale, length === 0 ? 0 : 2).toFixed(1)}v${BAR}H${at(start ?? 0)}z`;
  const of = (kind: (typeof segments)[number]["kind"]) => segments.filter((each) => each.kind === kind);
  const bands = segments
    .filter(({ kind }) => kind !== "differs")
    .map(({ kind, onChain: [a = 0, length = 0], inBuild: [b = 0, other = 0] }) => {
      const path = `M${at(a)} ${BAR}H${at(a + length)}L${at(b + other)} ${HEIGHT - BAR}H${at(b)}z`;
      return html`<path class="band ${kind}" d="${html.drawn(path)}"/>`;
    });
  const layer = (kind: (typeof segments)[number]["kind"], fill: string) =>
    html`<path class="${fill}" d="${html.drawn(
      of(kind)
        .map((each) => box(each.onChain, 0) + box(each.inBuild, HEIGHT - BAR))
        .join(""),
    )}"/>`;
  const words = sumWords(comparison);
  return html`<p class="soft">${words} The rest is the same, or moved.</p>
<p class="end">on chain, ${countWords(onChain, "byte")}</p>
<div class="wide tall"><svg class="bars" viewBox="0 0 ${String(WIDTH)} ${String(HEIGHT)}" preserveAspectRatio="none" role="img" aria-label="${words}">${bands}${layer("same", "f-runtime")}${layer("metadata", "f-metadata")}${layer("differs", "f-differs")}</svg></div>
<p class="end">${contract}, ${countWords(bytes, "byte")}</p>
<ul class="key"><li>${swatch("runtime")} the same in both, jump targets aside</li><li>${swatch("differs")} differs</li><li>${swatch("metadata")} metadata (CBOR auxdata)</li></ul>`;
}

/** "10 bytes are only on chain, 2 bytes only in the build, from byte 38 on." */
function sumWords({ onlyOnChain, onlyInBuild, segments }: CodeComparison): string {
  const first = segments.find(({ kind }) => kind === "differs");
  const parts = [
    ...(onlyOnChain === 0 ? [] : [`${countWords(onlyOnChain, "byte")} of code only on chain`]),
    ...(onlyInBuild === 0 ? [] : [`${countWords(onlyInBuild, "byte")} of code only in the build`]),
  ];
  return `${parts.join(", ")}${first === undefined ? "" : `, from byte ${first.onChain[0]} on`}.`;
}
