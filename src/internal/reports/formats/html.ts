import { createHash } from "node:crypto";
import { escapeHtml } from "../escape.ts";
import type { Report } from "../model.ts";
import { countWords, durationWords } from "../view/amounts.ts";
import { contractRows } from "../view/batch-words.ts";
import { contractTitle, networkWords } from "../view/facts.ts";
import { contractVerdict, runVerdict, type Verdict } from "../view/verdict.ts";
import { contractSection, problemHtml } from "./html-contract.ts";
import { HTML_STYLE } from "./html-style.ts";

/** The report as one HTML file: nothing is fetched, no script can run, and only the one style that it brings applies. */
export function writeHtml(report: Report): string {
  const verdict = runVerdict(report);
  const styleHash = createHash("sha256").update(HTML_STYLE).digest("base64");
  return `${[
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>Contract verification: ${escapeHtml(titleWords(report, verdict))}</title>`,
    `<style>${HTML_STYLE}</style>`,
    "</head>",
    "<body>",
    "<main>",
    "<h1>Contract verification</h1>",
    `<p class="verdict ${verdict.tone}">${verdict.symbol} ${escapeHtml(verdict.text)}</p>`,
    `<p class="soft">${escapeHtml(`${networkWords(report)} · ${report.startedAt} · ${elapsedWords(report)}`)}</p>`,
    ...(report.error === undefined ? [] : [problemHtml(report.error)]),
    ...(report.contracts.length > 1 ? [overview(report)] : []),
    ...passedOverTable(report),
    ...report.contracts.map((contract, index) => contractSection(report, contract, `contract-${index + 1}`)),
    "</main>",
    `<footer>${escapeHtml(footerWords(report))}</footer>`,
    "</body>",
    "</html>",
  ].join("\n")}\n`;
}

function overview(report: Report): string {
  const isNamed = report.contracts.some(({ deployments }) => deployments.length > 0);
  const rows = contractRows(report).map(({ contract, verdict, name, address, proxy }, index) => {
    const { tone, symbol, label } = verdict;
    const title = contract.contract === null ? "" : `<code>${escapeHtml(contractTitle(contract))}</code>`;
    const link = (text: string): string =>
      `<a class="code" href="#contract-${index + 1}">${escapeHtml(text)}</a>`;
    const standsFor = proxy === "" ? "" : `<span class="line soft">${escapeHtml(proxy)}</span>`;
    return [
      isNamed
        ? `<tr><th scope="row">${link(name)}${standsFor}</th><td>${title}</td>`
        : `<tr><th scope="row">${link(contractTitle(contract))}</th>`,
      `<td><code>${escapeHtml(address)}</code></td>`,
      `<td class="status ${tone}">${symbol} ${escapeHtml(label)}</td></tr>`,
    ].join("");
  });
  return [
    '<div class="scroll"><table>',
    "<caption>All contracts of this run</caption>",
    `<thead><tr>${isNamed ? '<th scope="col">Name</th>' : ""}<th scope="col">Contract</th><th scope="col">Address</th><th scope="col">Outcome</th></tr></thead>`,
    `<tbody>${rows.join("\n")}</tbody>`,
    "</table></div>",
  ].join("\n");
}

function passedOverTable({ passedOver }: Report): readonly string[] {
  if (passedOver.length === 0) return [];
  const rows = passedOver.map(
    ({ name, file, reason }) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${escapeHtml(reason)}</td><td><code>${escapeHtml(file)}</code></td></tr>`,
  );
  return [
    '<div class="scroll"><table>',
    `<caption>Passed over: ${countWords(passedOver.length, "contract")}</caption>`,
    '<thead><tr><th scope="col">Name</th><th scope="col">Why</th><th scope="col">Record</th></tr></thead>',
    `<tbody>${rows.join("\n")}</tbody>`,
    "</table></div>",
  ];
}

function titleWords({ contracts }: Report, verdict: Verdict): string {
  const [only, ...others] = contracts;
  return only === undefined || others.length > 0
    ? verdict.text
    : `${contractTitle(only)}, ${contractVerdict(only).label}`;
}

function elapsedWords({ startedAt, finishedAt }: Report): string {
  return durationWords(Math.max(Date.parse(finishedAt) - Date.parse(startedAt), 0));
}

function footerWords({ tool, services, exitCode, schema }: Report): string {
  const used = [
    `verification service ${services.verification ?? "none"}`,
    `query service ${services.query ?? "none"}`,
    `status service ${services.status ?? "none"}`,
  ];
  return `${tool.name} ${tool.version} · ${used.join(" · ")} · exit code ${exitCode} · ${schema}`;
}
