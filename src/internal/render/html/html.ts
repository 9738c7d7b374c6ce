import { createHash } from "node:crypto";
import type { Report } from "../../report/model.ts";
import { countWords, durationWords } from "../../text/amounts.ts";
import { type Html, html } from "../markup.ts";
import { contractRows } from "../words/batch-words.ts";
import { contractTitle, networkWords } from "../words/facts.ts";
import { contractVerdict, runVerdict, type Verdict } from "../words/verdict.ts";
import { contractSection, problemHtml } from "./contract.ts";
import { HTML_STYLE } from "./style.ts";

/** The report as one HTML file: it fetches nothing, no script can run, and only its own style applies. */
export function writeHtml(report: Report): string {
  const verdict = runVerdict(report);
  const page = html.join(
    [
      head(titleWords(report, verdict)),
      html`<body>
<main>
<h1>Contract verification</h1>
<p class="verdict ${verdict.tone}">${verdict.symbol} ${verdict.text}</p>
<p class="soft">${networkWords(report)} · ${report.startedAt} · ${elapsedWords(report)}</p>`,
      ...(report.error === undefined ? [] : [problemHtml(report.error)]),
      ...(report.contracts.length > 1 ? [overview(report)] : []),
      ...passedOverTable(report),
      ...report.contracts.map((contract, index) =>
        contractSection(report, contract, `contract-${index + 1}`),
      ),
      html`</main>
<footer>${footerWords(report)}</footer>
</body>
</html>`,
    ],
    "\n",
  );
  return `${page}\n`;
}

function head(title: string): Html {
  const styleHash = createHash("sha256").update(HTML_STYLE.toString()).digest("base64");
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Contract verification: ${title}</title>
<style>${HTML_STYLE}</style>
</head>`;
}

function overview(report: Report): Html {
  const isNamed = report.contracts.some(({ deployments }) => deployments.length > 0);
  const rows = contractRows(report).map(({ contract, verdict, name, address, proxy }, index) => {
    const { tone, symbol, label } = verdict;
    const title = contractTitle(contract);
    const link = (text: string): Html =>
      html`<a class="code" href="#contract-${String(index + 1)}">${text}</a>`;
    const implementation = proxy === "" ? "" : html`<span class="line soft">${proxy}</span>`;
    const heading = isNamed
      ? html`<tr><th scope="row">${link(name)}${implementation}</th><td>${contract.contract === null ? "" : html`<code>${title}</code>`}</td>`
      : html`<tr><th scope="row">${link(title)}</th>`;
    return html`${heading}<td><code>${address}</code></td><td class="status ${tone}">${symbol} ${label}</td></tr>`;
  });
  return html`<div class="scroll"><table>
<caption>All contracts of this run</caption>
<thead><tr>${isNamed ? html`<th scope="col">Name</th>` : ""}<th scope="col">Contract</th><th scope="col">Address</th><th scope="col">Outcome</th></tr></thead>
<tbody>${html.join(rows, "\n")}</tbody>
</table></div>`;
}

function passedOverTable({ passedOver }: Report): readonly Html[] {
  if (passedOver.length === 0) return [];
  const rows = passedOver.map(
    ({ name, file, reason }) =>
      html`<tr><th scope="row"><code>${name}</code></th><td>${reason}</td><td><code>${file}</code></td></tr>`,
  );
  return [
    html`<div class="scroll"><table>
<caption>Skipped: ${countWords(passedOver.length, "contract")}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Why</th><th scope="col">Deployment record</th></tr></thead>
<tbody>${html.join(rows, "\n")}</tbody>
</table></div>`,
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
