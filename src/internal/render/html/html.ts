import type { Report } from "../../report/model.ts";
import { type Html, html } from "../markup.ts";
import { contractView } from "./contract.ts";
import { documentHead } from "./document-head.ts";
import { type Entry, entriesOf, type Views, viewsOf } from "./entry.ts";
import { runHeadline } from "./headline.ts";
import { overview, runFacts } from "./overview.ts";
import { problemHtml } from "./parts.ts";
import { HTML_SCRIPT } from "./script.ts";
import { SYMBOLS } from "./symbols.ts";
import { MOST_ROWS } from "./table.ts";

/**
 * The report as one HTML file. It fetches nothing: only its own style and script apply, by their hashes. Without the
 * script everything is there to read; the script adds search, order, copying, and keeps a long list light.
 */
export function writeHtml(report: Report): string {
  const entries = entriesOf(report);
  const views = viewsOf(entries);
  const page = html.join(
    [
      documentHead(`Contract verification: ${runHeadline(report, entries)}`, HTML_SCRIPT),
      html`<body>
${SYMBOLS}
<main class="${entries.length <= MOST_ROWS ? "short" : "long"}">`,
      ...(entries.length === 1 ? [single(report, entries)] : [overview(report, entries, views)]),
      ...entries.map((entry) => detail(report, entry, views, entries.length)),
      html`</main>
<footer class="page">${footerWords(report)}</footer>
<script>${HTML_SCRIPT}</script>
</body>
</html>`,
    ],
    "\n",
  );
  return `${page}\n`;
}

/** A run of one contract has no list: the run's facts stand above it. */
function single(report: Report, _entries: readonly Entry[]): Html {
  return html.join(
    [
      html`<div class="run">${runFacts(report)}</div>`,
      ...(report.error === undefined ? [] : [problemHtml(report.error)]),
    ],
    "\n",
  );
}

/** Of a long list only what fails is unfolded at once. With a script, the others are made when they are asked for. */
function detail(report: Report, entry: Entry, views: Views, total: number): Html {
  const view = contractView(report, entry, views, total);
  const isLight = total <= MOST_ROWS || entry.standing === "bad" || entry.standing === "unknown";
  return isLight ? view : html`<noscript data-of="${entry.id}">${view}</noscript>`;
}

function footerWords({ tool, services, schema }: Report): string {
  const used = [
    `verification service ${services.verification ?? "none"}`,
    `query service ${services.query ?? "none"}`,
    `status service ${services.status ?? "none"}`,
  ];
  return `${tool.name} ${tool.version} · ${used.join(" · ")} · This file needs no network. Data: ${schema}.`;
}
