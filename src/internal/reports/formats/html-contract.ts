import { escapeHtml, escapeXml, printableLines, safeUrl } from "../escape.ts";
import type { Check, ContractReport, Problem, Report } from "../model.ts";
import { sentence } from "../view/amounts.ts";
import { CHECK_SYMBOLS, checkCounts, checkDetails } from "../view/check-words.ts";
import { contractFacts, contractHeading, type FactLine, type FactLines } from "../view/facts.ts";
import { contractVerdict, type Tone } from "../view/verdict.ts";

/** One contract as a section of the HTML report. */
export function contractSection(report: Report, contract: ContractReport, id: string): string {
  const { tone, symbol, text } = contractVerdict(contract);
  return [
    `<section id="${id}" aria-labelledby="${id}-title">`,
    `<h2 id="${id}-title">${contractHeading(contract).map(escapeHtml).join(" · ")}</h2>`,
    `<p class="verdict ${tone}">${symbol} ${escapeHtml(text)}</p>`,
    ...(contract.error === undefined ? [] : [problemHtml(contract.error)]),
    `<dl>${contractFacts(report, contract).map(factHtml).join("\n")}</dl>`,
    ...(contract.links.length === 0
      ? []
      : [`<p class="links">${contract.links.map(linkHtml).join(" ")}</p>`]),
    ...(contract.checks.length === 0 ? [] : [checkTable(contract.checks)]),
    "</section>",
  ].join("\n");
}

/** A problem: code and sentence, facts, the likely cause, what to try. */
export function problemHtml({ code, message, facts, likely, next }: Problem): string {
  const rows = [...facts, ...(likely === undefined ? [] : [{ label: "Likely", value: likely }])].map(
    ({ label, value }) => factHtml({ label, lines: printableLines(value).map((text) => ({ text })) }),
  );
  return [
    '<div class="problem" role="note">',
    `<p><strong>${escapeHtml(code)}</strong> ${escapeHtml(message)}</p>`,
    ...(rows.length === 0 ? [] : [`<dl>${rows.join("\n")}</dl>`]),
    ...(next === undefined ? [] : [`<p>Try: <code>${escapeHtml(next)}</code></p>`]),
    "</div>",
  ].join("\n");
}

function checkTable(checks: readonly Check[]): string {
  return [
    "<h3>Checks</h3>",
    '<div class="scroll"><table>',
    `<caption>${escapeHtml(checkCounts(checks))}</caption>`,
    '<thead><tr><th scope="col">Status</th><th scope="col">Check</th><th scope="col">Subject</th><th scope="col">Witnesses</th></tr></thead>',
    `<tbody>${checks.map(checkRow).join("\n")}</tbody>`,
    "</table></div>",
  ].join("\n");
}

function checkRow(check: Check): string {
  const details = checkDetails(check).map(({ label, value }) => ({ lead: label, text: value }));
  return [
    `<tr><td class="status ${STATUS_TONES[check.status]}">${CHECK_SYMBOLS[check.status]} ${check.status}</td>`,
    `<th scope="row"><code>${escapeHtml(check.id)}</code></th>`,
    `<td>${escapeHtml(check.subject)}${linesHtml(details)}</td>`,
    `<td>${escapeHtml(check.witnesses.join(", "))}</td></tr>`,
  ].join("");
}

const STATUS_TONES = {
  passed: "ok",
  failed: "bad",
  unknown: "warn",
  skipped: "soft",
} as const satisfies Record<Check["status"], Tone | "soft">;

function factHtml({ label, lines }: FactLines): string {
  return `<dt>${escapeHtml(label)}</dt><dd>${linesHtml(lines)}</dd>`;
}

/** Lines with leads make two columns. */
function linesHtml(lines: readonly FactLine[]): string {
  const shown = lines.map(({ lead, text }) => ({ lead, value: `<code>${escapeHtml(text)}</code>` }));
  return shown.some(({ lead }) => lead !== undefined)
    ? `<span class="pairs">${shown.map(({ lead, value }) => `<span class="lead">${escapeHtml(lead ?? "")}</span>${value}`).join("")}</span>`
    : shown.map(({ value }) => `<span class="line">${value}</span>`).join("");
}

function linkHtml({ label, url }: ContractReport["links"][number]): string {
  const href = safeUrl(url);
  return href === undefined
    ? `<span>${escapeHtml(sentence(label))}: <code>${escapeHtml(url)}</code></span>`
    : `<a href="${escapeXml(href)}" rel="noopener noreferrer">${escapeHtml(sentence(label))}</a>`;
}
