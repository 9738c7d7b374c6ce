import type { ContractReport, SourceDifference } from "../../report/model.ts";
import { type Html, html } from "../markup.ts";

/** Where sources on record are not those of the build, line by line. */
export function sourceDifferences({ sourceDifferences: all = [] }: ContractReport): Html {
  if (all.length === 0) return html``;
  return html`<section class="part"><h2>Where the sources differ</h2><p class="soft"><b class="refuted">−</b> is the build’s, <b class="proven">+</b> is the record’s.</p>${all.map(oneFile)}</section>`;
}

function oneFile({ path, diff, note }: SourceDifference): Html {
  const lines = diff === "" ? [] : diff.split("\n");
  const listing =
    lines.length === 0
      ? ""
      : html`<div class="scroll" tabindex="0" role="region" aria-label="${`Difference of ${path}`}"><pre class="diff">${html.join(lines.map(diffLine), "")}</pre></div>`;
  return html`<p><code>${path}</code>${note === undefined ? "" : html` <span class="soft">${note}</span>`}</p>${listing}`;
}

function diffLine(line: string): Html {
  const kind = line.startsWith("+")
    ? "add"
    : line.startsWith("-")
      ? "del"
      : line.startsWith("@@")
        ? "at"
        : "";
  return html`<span class="row ${kind}">${html.line(line)}</span>`;
}
