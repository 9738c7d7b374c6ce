import { createHash } from "node:crypto";
import { escapeHtml } from "../escape.ts";
import type { Report } from "../model.ts";
import { durationWords } from "../view/amounts.ts";
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
    ...report.contracts.map((contract, index) => contractSection(report, contract, `contract-${index + 1}`)),
    "</main>",
    `<footer>${escapeHtml(footerWords(report))}</footer>`,
    "</body>",
    "</html>",
  ].join("\n")}\n`;
}

function overview({ contracts }: Report): string {
  const rows = contracts.map((contract, index) => {
    const { tone, symbol, label } = contractVerdict(contract);
    const { address, input } = contract.target;
    return [
      `<tr><th scope="row"><a class="code" href="#contract-${index + 1}">${escapeHtml(contractTitle(contract))}</a></th>`,
      `<td><code>${escapeHtml(address ?? input)}</code></td>`,
      `<td class="status ${tone}">${symbol} ${escapeHtml(label)}</td></tr>`,
    ].join("");
  });
  return [
    '<div class="scroll"><table>',
    "<caption>All contracts of this run</caption>",
    '<thead><tr><th scope="col">Contract</th><th scope="col">Address</th><th scope="col">Outcome</th></tr></thead>',
    `<tbody>${rows.join("\n")}</tbody>`,
    "</table></div>",
  ].join("\n");
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
