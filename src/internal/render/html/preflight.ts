import type { PreflightReport } from "../../report/preflight/model.ts";
import { capitalize, formatBytes, formatCount } from "../../text/amounts.ts";
import { type Html, html } from "../markup.ts";
import {
  disclosedWords,
  expectedWords,
  type FindingGroup,
  findingGroups,
  LEVELS,
  preflightFacts,
  preflightVerdict,
  titles,
} from "../words/preflight-words.ts";
import { documentHead } from "./document-head.ts";
import { factList, problemHtml } from "./parts.ts";

/** The preflight as one HTML file: it fetches nothing, no script can run, and only its own style applies. */
export function writePreflightHtml(report: PreflightReport): string {
  const { tone, symbol, text } = preflightVerdict(report);
  const { contracts, startedAt, tool, schema, exitCode, error } = report;
  const facts = preflightFacts(report).map(({ label, value }) => [label, html`${value}`] as const);
  const page = html.join(
    [
      documentHead(`Contract preflight: ${text}`),
      html`<body>
<main>
<h1 class="${TONES[tone]}">${symbol} ${text}</h1>
<p class="lead">Contract preflight, ${startedAt}</p>`,
      error !== undefined && problemHtml(error),
      ...findingGroups(report).map(finding),
      ...(contracts.length === 0
        ? []
        : [
            contractTable(report),
            html`<section class="facts">${factList(facts)}</section>`,
            fileTable(report),
          ]),
      html`</main>
<footer class="page">${tool.name} ${tool.version} · exit code ${String(exitCode)} · ${schema}</footer>
</body>
</html>`,
    ],
    "\n",
  );
  return `${page}\n`;
}

const TONES = { ok: "proven", warn: "partial", bad: "refuted" } as const;

function finding(group: FindingGroup): Html {
  const { level, contracts } = group;
  const { tone, symbol } = LEVELS[level];
  const rows = contracts.map(({ title, facts: own }) => {
    const details = own.map(({ label, value }) => html`<span class="sub">${label}: ${value}</span>`);
    return html`<li><code>${title}</code>${details}</li>`;
  });
  return html`<section class="part">
<h3 class="${TONES[tone]}">${symbol} ${capitalize(level)}: ${formatCount(contracts.length, "contract")}</h3>
${problemHtml(group)}
<ul class="lines">${html.join(rows, "\n")}</ul>
</section>`;
}

function contractTable({ contracts }: PreflightReport): Html {
  const titleOf = titles(contracts);
  const rows = contracts.map((contract) => {
    const { tone, symbol } = LEVELS[contract.verdict];
    const { size, submission } = contract;
    return html`<tr><th scope="row"><code>${titleOf(contract)}</code></th><td class="num ${TONES[tone]}">${symbol} ${contract.verdict}</td><td class="num">${expectedWords(contract)}</td><td class="num">${formatBytes(size.runtime)}</td><td class="num">${String(submission?.files.length ?? 0)}</td></tr>`;
  });
  return html`<section class="part">
<h3>Contracts</h3>
<div class="scroll"><table class="plain">
<thead><tr><th scope="col">Contract</th><th scope="col">Result</th><th scope="col">Expected match</th><th scope="col">Code</th><th scope="col">Files</th></tr></thead>
<tbody>${html.join(rows, "\n")}</tbody>
</table></div>
</section>`;
}

function fileTable(report: PreflightReport): Html {
  const rows = report.disclosed.files.map(
    ({ path, bytes }) => html`<li><code>${path}</code> <span class="num">${formatBytes(bytes)}</span></li>`,
  );
  return html`<details><summary>Verifying would disclose ${disclosedWords(report)}</summary>
<ul class="files">${html.join(rows, "\n")}</ul></details>`;
}
