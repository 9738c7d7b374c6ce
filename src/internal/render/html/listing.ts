import type { CodeComparison } from "../../report/model.ts";
import { countWords } from "../../text/amounts.ts";
import { type Html, html } from "../markup.ts";
import { hiddenWords } from "./parts.ts";

type Place = CodeComparison["places"][number];
type Row = Place["rows"][number];

/** The first differences as instructions, side by side. */
export function listing({ places, contract }: CodeComparison): Html {
  if (places.length === 0) return html``;
  return html`<h3>${places.length === 1 ? "The first difference" : "The first differences"}</h3>
<p class="soft"><b class="refuted">+</b> is on chain only, <b class="refuted">−</b> in the build only, <b class="refuted">≠</b> another one, ↷ a jump target that moved.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Instructions on chain and in the build"><table class="listing"><thead><tr><th scope="col" colspan="3">On chain</th><th scope="col" colspan="3">${contract}</th></tr></thead>
${html.join(places.map(placeRows), "\n")}</table></div>`;
}

function placeRows({ before, rows, cut = 0, source }: Place): Html {
  const folded = (count: number, words: string) =>
    count === 0
      ? ""
      : html`<tr class="fold"><td colspan="6">${countWords(count, "instruction")} ${words}</td></tr>`;
  const line =
    source === undefined
      ? ""
      : html`<tr class="line"><td colspan="6"><code>${`${source.file}:${source.line}`}</code> <code>${source.text}</code></td></tr>`;
  return html`<tbody>${folded(before, before === 1 ? "is the same" : "are the same")}${html.join(rows.map(rowHtml), "\n")}${folded(cut, "more that differ")}${line}</tbody>`;
}

function rowHtml({ state, onChain, inBuild }: Row): Html {
  const isOther = state === "differs" && onChain !== undefined && inBuild !== undefined;
  return html`<tr class="${state}">${side(onChain, state, isOther ? "≠" : "+", "")}${side(inBuild, state, isOther ? "≠" : "−", "right")}</tr>`;
}

const SIGN_WORDS: Readonly<Record<string, string>> = {
  "+": "only on chain",
  "−": "only in the build",
  "≠": "another one",
};

function side(instruction: Row["onChain"], state: Row["state"], sign: string, right: "right" | ""): Html {
  if (instruction === undefined) return html`<td class="empty ${right}" colspan="3"></td>`;
  const { offset, text, note } = instruction;
  const shown =
    state === "differs"
      ? html`<span aria-hidden="true">${sign}</span>${hiddenWords(SIGN_WORDS[sign] ?? "")}`
      : state === "moved"
        ? html`<span aria-hidden="true">↷</span>${hiddenWords("moved")}`
        : "";
  return html`<td class="offset ${right}">${offset.toString(16).padStart(4, "0")}</td><td class="sign">${shown}</td><td class="code"><code>${text}</code>${note === undefined ? "" : html` <span class="soft">${note}</span>`}</td>`;
}
