import { getDocsUrl } from "../../errors/home.ts";
import type { Match, Problem } from "../../report/model.ts";
import { cleanToLines } from "../../text/clean-text.ts";
import { type Html, html } from "../markup.ts";
import { safeUrl } from "../safe-url.ts";
import { shortHex, splitStep } from "../words/fact-lines.ts";
import { matchWords, sideWord } from "../words/match-words.ts";

type Content = Parameters<typeof html>[1];

/** Copies the preceding text, or its `title` if the text is shortened. Shown only if the script runs. */
export function copyButton(what: string): Html {
  return html`<button class="copy" type="button" title="Copy ${what}"></button>`;
}

/** Shown in full on hover. */
export function copied(what: string, value: string): Html {
  return html`<span class="whole"><code title="${value}">${shortHex(value)}</code>${copyButton(what)}</span>`;
}

const MATCHES = { exact_match: ["proven", "≡"], match: ["partial", "≈"], none: ["soft", "∅"] } as const;

export function matchMark(match: Match | null): Html {
  const [tone, symbol] = MATCHES[match ?? "none"];
  return html`<span class="match ${tone}" title="${matchWords(match)}"><span aria-hidden="true">${symbol} </span>${sideWord(match)}</span>`;
}

export function problemHtml({ code, message, facts, likely, next }: Problem): Html {
  return html.join(
    [
      html`<div class="problem" role="note"><p><strong>${codeLink(code)}</strong> ${message}</p>`,
      likely !== undefined && html`<p class="soft">Likely: ${likely}</p>`,
      facts.length > 0 &&
        factList(facts.map(({ label, value }) => [label, cleanToLines(value).map(factLine)])),
      next !== undefined && html`<p>${nextStep(next)}</p>`,
      html`</div>`,
    ],
    "\n",
  );
}

/** Prose is text; paths, hashes and URLs are code. */
function factLine(line: string): string | Html {
  return /\s/.test(line) ? html`${line}` : line;
}

export function codeLink(code: string): Html {
  const url = getDocsUrl(code);
  return url === undefined ? html`${code}` : webLink(code, url);
}

/** A command is code; advice is text. */
export function nextStep(next: string): Html {
  const { text, command } = splitStep(next);
  if (command === undefined) return html`<span class="soft">Try:</span> ${next}`;
  const advice = text !== undefined && html`<span>${text}:</span> `;
  return html`<span class="try"><span class="soft">Try</span> ${advice}<code>${command}</code>${copyButton("the command")}</span>`;
}

export type Fact = readonly [string, string | Html | null | undefined | readonly (string | Html)[]];

/** Strings are shown as code, and markup remains unchanged. */
export function factList(facts: readonly Fact[]): Html {
  const rows = facts.flatMap(([label, value]) => {
    const lines = [value ?? []].flat();
    const shown = lines.map(
      (line) => html`<dd>${typeof line === "string" ? html`<code>${line}</code>` : line}</dd>`,
    );
    return lines.length === 0 ? [] : [html`<div><dt>${label}</dt>${shown}</div>`];
  });
  return rows.length === 0 ? html`` : html`<dl>${html.join(rows, "\n")}</dl>`;
}

export function section(title: string, content: Content): Html {
  return html`<section class="part"><h2>${title}</h2>${content}</section>`;
}

export function lineList(lines: readonly Content[]): Html {
  return html`<ul class="lines">${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}

export function table(heads: readonly string[], rows: readonly Html[], kind = "plain"): Html | undefined {
  if (rows.length === 0) return undefined;
  const head = heads.map((each) => html`<th scope="col">${each}</th>`);
  return html`<table class="${kind}"><thead><tr>${head}</tr></thead><tbody>${html.join(rows, "\n")}</tbody></table>`;
}

/** The first cell is the row's header. */
export function tableRow([name, ...cells]: readonly Content[]): Html {
  return html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;
}

/** Scrolls separately from the page on a narrow screen. */
export function scrolling(label: string, content: Content): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">${content}</div>`;
}

export function codeIfAddress(value: string): Html {
  return /^0x[0-9a-fA-F]{40}$/.test(value) ? copied("address", value) : html`<code>${value}</code>`;
}

/** An unsafe URL remains plain text. */
export function webLink(label: string, url: string): Html {
  const href = safeUrl(url);
  return href === undefined
    ? html`<span>${label}: <code>${url}</code></span>`
    : html`<a href="${html.whole(href)}" rel="noopener noreferrer">${label}</a>`;
}

/** Each mark has its own shape, because color alone must not convey information. */
export type MarkKind = "proven" | "vouched" | "partial" | "refuted" | "open" | "none" | "other";

/** Has a description for mouse, keyboard and screen reader users. */
export function mark(kind: MarkKind, words: string): Html {
  return html`<svg class="i ${kind}" role="img"><title>${words}</title><use href="#i-${kind}"/></svg>`;
}

/** Used next to text that says the same. */
export function silentMark(kind: MarkKind): Html {
  return html`<svg class="i ${kind}" aria-hidden="true"><use href="#i-${kind}"/></svg>`;
}

/** `currentColor` is the tone, and elements with the class `k` are cut-outs. */
export const SYMBOLS: Html = html`<svg class="defs" width="0" height="0" aria-hidden="true"><defs>
<symbol id="i-proven" viewBox="0 0 20 20"><circle cx="10" cy="10" r="9" fill="currentColor"/><path class="k" d="M5.6 10.4l3 3 5.8-6.2"/></symbol>
<symbol id="i-vouched" viewBox="0 0 20 20"><circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" stroke-width="2"/><circle cx="10" cy="10" r="3.4" fill="currentColor"/></symbol>
<symbol id="i-partial" viewBox="0 0 20 20"><circle cx="10" cy="10" r="9" fill="currentColor"/><path class="k" d="M5 8.2c1.7-1.6 3.3-1.6 5 0s3.3 1.6 5 0M5 12.6c1.7-1.6 3.3-1.6 5 0s3.3 1.6 5 0"/></symbol>
<symbol id="i-refuted" viewBox="0 0 20 20"><path d="M10 .5L19.5 10 10 19.5.5 10z" fill="currentColor"/><path class="k" d="M7 7l6 6M13 7l-6 6"/></symbol>
<symbol id="i-open" viewBox="0 0 20 20"><circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="2.6 2.43"/></symbol>
<symbol id="i-none" viewBox="0 0 20 20"><path d="M6.5 10h7" stroke="currentColor" stroke-width="1.6"/></symbol>
<symbol id="i-other" viewBox="0 0 20 20"><rect x="2" y="2" width="16" height="16" rx="2.5" fill="none" stroke="currentColor" stroke-width="2"/><path d="M6 10h7M10.4 6.8L13.6 10l-3.2 3.2" fill="none" stroke="currentColor" stroke-width="1.8"/></symbol>
<symbol id="s" viewBox="0 0 13 13"><path d="M0 0h13v13H0z"/></symbol>
<pattern id="f-grid" width="16" height="15" patternUnits="userSpaceOnUse"><path class="gap" d="M15 0h1v15h-1z"/></pattern>
<pattern id="f-immutable" width="4" height="4" patternUnits="userSpaceOnUse"><path class="ground" d="M0 0h4v4H0z"/><path class="ink" d="M1 1h1.2v1.2H1zM3 3h1.2v1.2H3z"/></pattern>
<pattern id="f-library" width="4" height="4" patternUnits="userSpaceOnUse"><path class="ground" d="M0 0h4v4H0z"/><path class="ink" d="M1 0h1.2v4H1z"/></pattern>
<pattern id="f-protection" width="5" height="5" patternUnits="userSpaceOnUse"><path class="ground" d="M0 0h5v5H0z"/><path class="line" d="M0 0l5 5M5 0L0 5"/></pattern>
<pattern id="f-metadata" width="5" height="5" patternUnits="userSpaceOnUse"><path class="ground" d="M0 0h5v5H0z"/><path class="line" d="M-1 1l2-2M0 5l5-5M4 6l2-2"/></pattern>
<pattern id="f-arguments" width="4" height="4" patternUnits="userSpaceOnUse"><path class="ground" d="M0 0h4v4H0z"/><path class="ink" d="M0 1h4v1.2H0z"/></pattern>
<pattern id="f-differs" width="6" height="6" patternUnits="userSpaceOnUse"><path class="ground" d="M0 0h6v6H0z"/><path class="line" d="M1.5 1.5l3 3M4.5 1.5l-3 3"/></pattern>
</defs></svg>`;
