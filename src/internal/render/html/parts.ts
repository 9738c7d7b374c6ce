import { docsOf } from "../../errors/home.ts";
import type { Match, Problem } from "../../report/model.ts";
import { linesOf } from "../../text/clean-text.ts";
import { type Html, html } from "../markup.ts";
import { safeUrl } from "../safe-url.ts";
import { matchWords } from "../words/match-words.ts";

/** Text that only a screen reader meets. */
export function hiddenWords(words: string): Html {
  return html`<span class="vh">${words}</span>`;
}

/** A button that copies the text before it, or its whole title; without a script it is not there. */
export function copyButton(what: string): Html {
  return html`<button class="copy" type="button" title="Copy ${what}"></button>`;
}

/** `0x5FbD…0aa3`; a text that is no address or hash as it is. */
export function shortHex(text: string): string {
  return /^0x[0-9a-fA-F]{16,}$/.test(text) ? `${text.slice(0, 6)}…${text.slice(-4)}` : text;
}

/** A short address or hash, whole when pointed at, with its button. */
export function copied(what: string, value: string): Html {
  return html`<span class="whole"><code title="${value}">${shortHex(value)}</code>${copyButton(what)}</span>`;
}

const MATCHES = {
  exact_match: { tone: "proven", symbol: "≡", word: "exact" },
  match: { tone: "partial", symbol: "≈", word: "match" },
  none: { tone: "soft", symbol: "∅", word: "none" },
} as const;

/** The stored match of one side: symbol, word and colour. */
export function matchMark(match: Match | null): Html {
  const { tone, symbol, word } = MATCHES[match ?? "none"];
  return html`<span class="match ${tone}" title="${matchWords(match)}"><span aria-hidden="true">${symbol} </span>${word}</span>`;
}

/** A command to paste. */
function commandLine(command: string): Html {
  return html`<span class="try"><span class="soft">Try</span> <code>${command}</code>${copyButton("the command")}</span>`;
}

/** A problem: code and sentence, the likely cause, facts, the next step. */
export function problemHtml({ code, message, facts, likely, next }: Problem): Html {
  return html.join(
    [
      html`<div class="problem" role="note"><p><strong>${codeLink(code)}</strong> ${message}</p>`,
      ...(likely === undefined ? [] : [html`<p class="soft">Likely: ${likely}</p>`]),
      ...(facts.length === 0
        ? []
        : [factList(facts.map(({ label, value }) => [label, linesOf(value).map(factLine)] as const))]),
      ...(next === undefined ? [] : [html`<p>${nextStep(next)}</p>`]),
      html`</div>`,
    ],
    "\n",
  );
}

/** Words as text; a path, a hash or a URL as code. */
function factLine(line: string): string | Html {
  return /\s/.test(line) ? html`${line}` : line;
}

/** An error code, which leads to its explanation. */
export function codeLink(code: string): Html {
  const url = docsOf(code);
  return url === undefined ? html`${code}` : webLink(code, url);
}

/** Some next steps are commands, others advice. */
export function nextStep(next: string): Html {
  return /^(?:npx|pnpm|yarn|bunx?|hardhat|forge|node) /.test(next)
    ? commandLine(next)
    : html`<span class="soft">Try:</span> ${next}`;
}

/** Labels with their lines; those without a line are left out. */
export function factList(facts: readonly (readonly [string, readonly (string | Html)[]])[]): Html {
  const rows = facts
    .filter(([, lines]) => lines.length > 0)
    .map(
      ([label, lines]) =>
        html`<div><dt>${label}</dt>${lines.map((line) => html`<dd>${typeof line === "string" ? html`<code>${line}</code>` : line}</dd>`)}</div>`,
    );
  return rows.length === 0 ? html`` : html`<dl>${html.join(rows, "\n")}</dl>`;
}

/** A link to the web; a URL that is not safe stays text. */
export function webLink(label: string, url: string): Html {
  const href = safeUrl(url);
  return href === undefined
    ? html`<span>${label}: <code>${url}</code></span>`
    : html`<a href="${html.url(href)}" rel="noopener noreferrer">${label}</a>`;
}
