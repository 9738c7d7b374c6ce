import { getDocsUrl } from "../../errors/home.ts";
import type { Match, Problem } from "../../report/model.ts";
import { cleanToLines } from "../../text/clean-text.ts";
import { type Html, html } from "../markup.ts";
import { safeUrl } from "../safe-url.ts";
import { matchWords, sideWord } from "../words/match-words.ts";
import { shortHex } from "../words/value-words.ts";

export type Content = Parameters<typeof html>[1];

/** For screen readers only. */
export function hiddenWords(words: string): Html {
  return html`<span class="vh">${words}</span>`;
}

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
  return /^(?:npx|pnpm|yarn|bunx?|hardhat|forge|node) /.test(next)
    ? html`<span class="try"><span class="soft">Try</span> <code>${next}</code>${copyButton("the command")}</span>`
    : html`<span class="soft">Try:</span> ${next}`;
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
