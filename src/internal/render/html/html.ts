import type { ContractReport, Report } from "../../report/model.ts";
import { coversSeveralChains, placeKey, skippedNetworks } from "../../report/report-network.ts";
import { capitalize, formatDuration, joinWords, shortenList } from "../../text/amounts.ts";
import { type Html, html } from "../markup.ts";
import { firstNames, skippedNetworkWords } from "../words/batch-words.ts";
import { findCommonStep, groupByCause, maskOwnValues } from "../words/causes.ts";
import {
  ACCEPT_LABEL,
  buildWords,
  EVIDENCE_LABEL,
  evidenceFact,
  networkWords,
  outdatedWords,
  replayWords,
} from "../words/facts.ts";
import { shortHex } from "../words/value-words.ts";
import { runHeading } from "../words/verdict.ts";
import { failureWords } from "./claims.ts";
import { contractView } from "./contract.ts";
import { driftList, formatLockFile } from "./drift.ts";
import {
  chainName,
  type Entry,
  entryHeading,
  groupByChain,
  MAX_ROWS,
  needsAttention,
  STANDING_MARKS,
  type Standing,
  toEntries,
  type Views,
} from "./entry.ts";
import { writePage } from "./page.ts";
import { codeLink, copyButton, factList, mark, nextStep, problemHtml, SYMBOLS, silentMark } from "./parts.ts";
import { HTML_SCRIPT } from "./script.ts";
import { contractTable } from "./table.ts";

/** Fetches nothing. Everything is readable without the script, which keeps a long list fast. */
export function writeHtml(report: Report): string {
  const entries = toEntries(report);
  const [only, ...others] = entries;
  const views = new Map(entries.map((entry) => [placeKey(entry.contract, entry.address), entry]));
  return writePage({
    title: `Contract verification: ${only === undefined || others.length > 0 ? runHeading(report) : entryHeading(only)}`,
    body: [
      html`${SYMBOLS}
<main class="${entries.length <= MAX_ROWS ? "short" : "long"}">`,
      // Without a list, the verdict comes first, followed by the run's facts.
      ...(entries.length === 1
        ? [report.error !== undefined && problemHtml(report.error)]
        : [overview(report, entries, views)]),
      ...entries.map((entry) => contractView(report, entry, views, entries.length)),
      entries.length === 1 && html`<div class="run">${runFacts(report)}</div>`,
      html`</main>`,
    ],
    footer: footerWords(report),
    script: HTML_SCRIPT,
  });
}

function footerWords({ tool, services, schema }: Report): string {
  const used = [
    `verification service ${services.verification ?? "none"}`,
    `query service ${services.query ?? "none"}`,
    `status service ${services.status ?? "none"}`,
  ];
  return `${tool.name} ${tool.version} · ${used.join(" · ")} · This file needs no network. Data: ${schema}.`;
}

function overview(report: Report, entries: readonly Entry[], views: Views): Html {
  const lead = notExactWords(report, entries);
  return html.join(
    [
      html`<div id="all" class="view" tabindex="-1">`,
      html`<header class="top"><div><h1>${runHeading(report)}</h1>${lead !== "" && html`<p class="lead">${lead}</p>`}</div>${runFacts(report, entries)}</header>`,
      report.error !== undefined && problemHtml(report.error),
      ...skippedNetworks(report).map(
        (each) => html`<p class="soft">Skipped: ${skippedNetworkWords(each)}</p>`,
      ),
      ...(coversSeveralChains(report)
        ? groupByChain(entries).map((chain) => standings(chain.rows, entries.length, chainName(chain)))
        : [standings(entries, entries.length)]),
      failures(entries, coversSeveralChains(report)),
      entries.length > 0 && contractTable(report, entries, views),
      html`</div>`,
    ],
    "\n",
  );
}

function notExactWords({ exitCode }: Report, entries: readonly Entry[]): string {
  return exitCode === 0 && entries.some(({ standing }) => standing === "partial")
    ? "A match that is not exact does not cover the metadata: sources or settings may differ."
    : "";
}

/** @param rows Empty for a single contract, whose view already includes its build and its lock file entry. */
function runFacts(report: Report, rows: readonly Entry[] = []): Html {
  const { startedAt, finishedAt, services, exitCode } = report;
  const took = formatDuration(Math.max(Date.parse(finishedAt) - Date.parse(startedAt), 0));
  return factList([
    ["Replay of", replayWords(report).map((words) => html`${words}`)],
    [coversSeveralChains(report) ? "Networks" : "Network", html`${networkWords(report)}`],
    ["Run", html`${startedAt.slice(0, 16).replace("T", " ")} UTC, ${took}`],
    ["Compared with", formatLockFile(rows).map((text) => html`${text}`)],
    ["Build", buildLines(report, rows).map((text) => html`${text}`)],
    ["Service", services.verification],
    ["Exit code", String(exitCode)],
    [ACCEPT_LABEL, report.accept && html`<code>${report.accept}</code>`],
    [
      EVIDENCE_LABEL,
      evidenceFact(report).map(
        (shown) => html`<code title="${shown}">${shown}</code>${copyButton("the evidence")}`,
      ),
    ],
  ]);
}

function buildLines(report: Report, rows: readonly Entry[]): readonly string[] {
  const outdated = Map.groupBy(rows, ({ contract }) => outdatedWords(report, contract.contract).join());
  outdated.delete("");
  const builds = buildWords(rows.flatMap(({ contract }) => contract.contract ?? []));
  return [
    ...(builds === undefined ? [] : [builds]),
    ...[...outdated].map(([words, group]) => `${firstNames(group)}: ${words}`),
  ];
}

/** In a larger run, each group of marks is a single picture without links. */
const MAX_MARKS = 60;

function standings(entries: readonly Entry[], total: number, chain?: string): Html {
  const groups = Map.groupBy(entries, ({ standing }) => standing);
  const items = [...groups].map(([standing, group]) => {
    const labels = new Set(group.map(({ verdict }) => verdict.label));
    const marks =
      total > MAX_MARKS
        ? crowd(standing, group.length)
        : group.map(({ id, name }) => html`<a href="#${id}">${mark(STANDING_MARKS[standing], name)}</a>`);
    return html`<li class="${STANDING_MARKS[standing]}"><span><b>${group.length.toLocaleString("en")}</b> ${shortenList([...labels], MAX_LABELS).join(", ")}</span><span class="marks">${marks}</span></li>`;
  });
  return html`<ul class="standings">${chain !== undefined && html`<li class="chain"><b>${chain}</b></li>`}${items}</ul>`;
}

const MAX_LABELS = 3;

/** One small square per contract, all in one path. */
function crowd(standing: Standing, count: number): Html {
  const across = 100;
  const squares = Array.from(
    { length: count },
    (_, index) => `M${(index % across) * 6} ${Math.floor(index / across) * 6}h5v5h-5z`,
  ).join("");
  const width = Math.min(count, across) * 6;
  const height = Math.ceil(count / across) * 6;
  return html`<svg class="crowd" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-hidden="true"><path class="${STANDING_MARKS[standing]}" fill="currentColor" d="${html.whole(squares)}"/></svg>`;
}

const MAX_FAILURES = 20;

function failures(entries: readonly Entry[], hasChains: boolean): Html {
  const failing = entries.filter(needsAttention);
  if (failing.length === 0) return html``;
  const causes = groupByCause(failing);
  const rows = causes.slice(0, MAX_FAILURES).map((group) => failureRow(group, hasChains));
  const rest = causes.length - rows.length;
  const more = rest > 0 && html`<p class="soft">${rest} more, at the top of the table.</p>`;
  return html`<ul class="failures" aria-label="What to do">${html.join(rows, "\n")}</ul>${more}`;
}

function failureRow(group: readonly Entry[], hasChains: boolean): Html {
  const [first] = group;
  if (first === undefined) return html``;
  const { contract, standing, outcome } = first;
  const { error, explanations, candidates } = contract;
  const why = candidates[0]?.summary ?? explanations[0]?.text ?? failedReason(contract) ?? error?.likely;
  const next = findCommonStep(group);
  return html.join(
    [
      html`<li>${silentMark(STANDING_MARKS[standing])}`,
      html`<div class="who">${names(group)}${hasChains ? html`<span class="soft">${joinWords([...new Set(group.map(chainName))])}</span>` : ""}<span class="${STANDING_MARKS[standing]}">${error !== undefined && html`${codeLink(error.code)}, `}${outcome}</span></div>`,
      html`<div class="what"><p>${eventWords(first, group.length === 1)}</p>${why !== undefined && html`<p class="soft">${capitalize(why)}</p>`}${next !== undefined && html`<p>${nextStep(next)}</p>`}</div></li>`,
    ],
    "",
  );
}

/** For drift, the values are more informative than the fact that they differ. */
function eventWords(entry: Entry, isOne: boolean): Html {
  const { contract, verdict, address } = entry;
  const { error, lock } = contract;
  if (lock !== undefined && lock.drift.length > 0 && isOne) return driftList(contract);
  const text = error?.message ?? verdict.text;
  return html`${isOne ? capitalize(text.replaceAll(address, "this address")) : maskOwnValues(text, entry)}`;
}

/** The values are more informative than the fact that a check failed. */
function failedReason({ checks }: ContractReport): string | undefined {
  const failed = checks.filter(({ status }) => status === "failed");
  const [first] = failed;
  if (first === undefined) return undefined;
  return `${failureWords(first)}${failed.length === 1 ? "" : `; ${failed.length - 1} more`}`;
}

const MAX_NAMES = 8;

function names(group: readonly Entry[]): Html {
  const [first] = group;
  if (first !== undefined && group.length === 1)
    return html`<span><a href="#${first.id}"><b>${shortHex(first.name)}</b></a>${first.name === first.address ? "" : html` <code class="soft">${shortHex(first.address)}</code>`}</span>`;
  const links = group.slice(0, MAX_NAMES).map(({ id, name }) => html`<a href="#${id}">${name}</a>`);
  const rest = group.length - links.length;
  return html`<span><b>${group.length} contracts</b></span><span class="soft">${html.join(links, ", ")}${rest === 0 ? "" : `, and ${rest} more`}</span>`;
}
