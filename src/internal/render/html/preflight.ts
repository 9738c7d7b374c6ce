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
import { writePage } from "./page.ts";
import { factList, lineList, problemHtml, scrolling, section, table, tableRow } from "./parts.ts";

const TONES = { ok: "proven", warn: "partial", bad: "refuted" } as const;

/** A page without a script. */
export function writePreflightHtml(report: PreflightReport): string {
  const { tone, symbol, text } = preflightVerdict(report);
  const { startedAt, tool, schema, exitCode, error } = report;
  return writePage({
    title: `Contract preflight: ${text}`,
    body: [
      html`<main>
<h1 class="${TONES[tone]}">${symbol} ${text}</h1>
<p class="lead">Contract preflight, ${startedAt}</p>`,
      error !== undefined && problemHtml(error),
      ...findingGroups(report).map(findingSection),
      ...(report.contracts.length === 0 ? [] : contractSections(report)),
      html`</main>`,
    ],
    footer: `${tool.name} ${tool.version} · exit code ${exitCode} · ${schema}`,
  });
}

function findingSection(group: FindingGroup): Html {
  const { level, contracts } = group;
  const lines = contracts.map(
    ({ title, facts }) =>
      html`<code>${title}</code>${facts.map(({ label, value }) => html`<span class="sub">${label}: ${value}</span>`)}`,
  );
  const title = `${LEVELS[level].symbol} ${capitalize(level)}: ${formatCount(contracts.length, "contract")}`;
  return section(title, html`${problemHtml(group)}${lineList(lines)}`);
}

function contractSections(report: PreflightReport): readonly Html[] {
  const getTitle = titles(report.contracts);
  const rows = report.contracts.map((contract) => {
    const { verdict, size, submission } = contract;
    const { tone, symbol } = LEVELS[verdict];
    return tableRow([
      html`<code>${getTitle(contract)}</code>`,
      html`<span class="${TONES[tone]}">${symbol} ${verdict}</span>`,
      expectedWords(contract),
      formatBytes(size.runtime),
      submission?.files.length ?? 0,
    ]);
  });
  const facts = preflightFacts(report).map(({ label, value }) => [label, html`${value}`] as const);
  const files = report.disclosed.files.map(
    ({ path, bytes }) => html`<code>${path}</code> ${formatBytes(bytes)}`,
  );
  return [
    section(
      "Contracts",
      scrolling("Contracts", table(["Contract", "Result", "Expected match", "Code", "Files"], rows)),
    ),
    html`<section class="facts">${factList(facts)}</section>`,
    html`<details><summary>Verifying would disclose ${disclosedWords(report)}</summary>${lineList(files)}</details>`,
  ];
}
