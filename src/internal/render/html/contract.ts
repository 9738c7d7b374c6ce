import type { Check, Claim, ContractReport, Problem, Report } from "../../report/model.ts";
import { sentence } from "../../text/amounts.ts";
import { linesOf } from "../../text/clean-text.ts";
import { type Html, html } from "../markup.ts";
import { safeUrl } from "../safe-url.ts";
import { CHECK_SYMBOLS, checkCounts, checkDetails } from "../words/check-words.ts";
import { claimStateWords, claimSymbol, claimWords } from "../words/claim-words.ts";
import { contractFacts, contractHeading, type FactLine, type FactLines } from "../words/facts.ts";
import { contractVerdict, type Tone } from "../words/verdict.ts";

/** One contract as a section of the HTML report. */
export function contractSection(report: Report, contract: ContractReport, id: string): Html {
  const { tone, symbol, text } = contractVerdict(contract);
  return html.join(
    [
      html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${html.join(contractHeading(contract), " · ")}</h2>
<p class="verdict ${tone}">${symbol} ${text}</p>`,
      ...(contract.error === undefined ? [] : [problemHtml(contract.error)]),
      html`<dl>${html.join(contractFacts(report, contract).map(factHtml), "\n")}</dl>`,
      ...(contract.links.length === 0
        ? []
        : [html`<p class="links">${html.join(contract.links.map(linkHtml), " ")}</p>`]),
      ...(contract.claims === undefined ? [] : [claimTable(contract.claims, contract.witnesses)]),
      ...(contract.checks.length === 0 ? [] : [checkTable(contract.checks)]),
      html`</section>`,
    ],
    "\n",
  );
}

/** A problem: code and sentence, facts, the likely cause, the next step. */
export function problemHtml({ code, message, facts, likely, next }: Problem): Html {
  const rows = [...facts, ...(likely === undefined ? [] : [{ label: "Likely", value: likely }])].map(
    ({ label, value }) => factHtml({ label, lines: linesOf(value).map((text) => ({ text })) }),
  );
  return html.join(
    [
      html`<div class="problem" role="note">
<p><strong>${code}</strong> ${message}</p>`,
      ...(rows.length === 0 ? [] : [html`<dl>${html.join(rows, "\n")}</dl>`]),
      ...(next === undefined ? [] : [html`<p>Try: <code>${next}</code></p>`]),
      html`</div>`,
    ],
    "\n",
  );
}

function claimTable(claims: readonly Claim[], witnesses: ContractReport["witnesses"]): Html {
  const rows = claims.map(
    (claim) =>
      html`<tr><td class="status ${CLAIM_TONES[claim.state]}">${claimSymbol(claim)} ${claim.state}</td><th scope="row">${sentence(claimWords(claim))}</th><td>${claimStateWords(claim, witnesses)}</td></tr>`,
  );
  return html`<h3>Claims</h3>
<div class="scroll"><table>
<thead><tr><th scope="col">State</th><th scope="col">Claim</th><th scope="col">Shown by</th></tr></thead>
<tbody>${html.join(rows, "\n")}</tbody>
</table></div>`;
}

const CLAIM_TONES = {
  proven: "ok",
  vouched: "warn",
  open: "warn",
  refuted: "bad",
} as const satisfies Record<Claim["state"], Tone>;

function checkTable(checks: readonly Check[]): Html {
  return html`<h3>Checks</h3>
<div class="scroll"><table>
<caption>${checkCounts(checks)}</caption>
<thead><tr><th scope="col">Status</th><th scope="col">Check</th><th scope="col">Subject</th><th scope="col">Witnesses</th></tr></thead>
<tbody>${html.join(checks.map(checkRow), "\n")}</tbody>
</table></div>`;
}

function checkRow(check: Check): Html {
  const { id, status, subject, witnesses } = check;
  const details = checkDetails(check).map(({ label, value }) => ({ lead: label, text: value }));
  return html.join(
    [
      html`<tr><td class="status ${STATUS_TONES[status]}">${CHECK_SYMBOLS[status]} ${status}</td>`,
      html`<th scope="row"><code>${id}</code></th>`,
      html`<td>${subject}${linesHtml(details)}</td>`,
      html`<td>${witnesses.join(", ")}</td></tr>`,
    ],
    "",
  );
}

const STATUS_TONES = {
  passed: "ok",
  failed: "bad",
  unknown: "warn",
  skipped: "soft",
} as const satisfies Record<Check["status"], Tone | "soft">;

function factHtml({ label, lines }: FactLines): Html {
  return html`<dt>${label}</dt><dd>${linesHtml(lines)}</dd>`;
}

/** Lines with leads make two columns. */
function linesHtml(lines: readonly FactLine[]): Html {
  if (!lines.some(({ lead }) => lead !== undefined))
    return html`${lines.map(({ text }) => html`<span class="line"><code>${text}</code></span>`)}`;
  const pairs = lines.map(
    ({ lead, text }) => html`<span class="lead">${lead ?? ""}</span><code>${text}</code>`,
  );
  return html`<span class="pairs">${pairs}</span>`;
}

function linkHtml({ label, url }: ContractReport["links"][number]): Html {
  const href = safeUrl(url);
  return href === undefined
    ? html`<span>${sentence(label)}: <code>${url}</code></span>`
    : html`<a href="${html.url(href)}" rel="noopener noreferrer">${sentence(label)}</a>`;
}
