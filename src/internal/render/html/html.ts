import { CLAIM_IDS, type ClaimId } from "../../report/claim-ids.ts";
import type { ContractReport, Report } from "../../report/model.ts";
import { OUTCOMES } from "../../report/outcome.ts";
import { coversSeveralChains, placeKey, skippedNetworks } from "../../report/report-network.ts";
import { capitalize, formatCount, formatDuration, joinWords, shortenList } from "../../text/amounts.ts";
import { type Html, html } from "../markup.ts";
import { firstNames, goodWord, skippedNetworkWords } from "../words/batch-words.ts";
import { findCommonStep, groupByCause, maskOwnValues } from "../words/causes.ts";
import { CLAIM_STATES, claimWords, shownClaims, shownState } from "../words/claim-words.ts";
import { shownWords } from "../words/elsewhere-words.ts";
import { shortHex } from "../words/fact-lines.ts";
import {
  ACCEPT_LABEL,
  buildWords,
  EVIDENCE_LABEL,
  evidenceFact,
  networkWords,
  outdatedWords,
  replayWords,
} from "../words/facts.ts";
import { type Chain, runHeading } from "../words/verdict.ts";
import { claimLegend, failureWords } from "./claims.ts";
import { codeStrip, stripLegend } from "./code.ts";
import { contractView } from "./contract.ts";
import { driftList, formatLockFile, isLockComparison } from "./drift.ts";
import {
  chainName,
  type Entry,
  entryHeading,
  findImplementation,
  groupByChain,
  MAX_ROWS,
  needsAttention,
  STANDING_MARKS,
  type Standing,
  toEntries,
  type Views,
} from "./entry.ts";
import { writePage } from "./page.ts";
import {
  codeLink,
  copyButton,
  factList,
  mark,
  matchMark,
  nextStep,
  problemHtml,
  SYMBOLS,
  scrolling,
  silentMark,
  table,
  tableRow,
} from "./parts.ts";
import { HTML_SCRIPT } from "./script.ts";

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
      // If there is no list, the verdict comes first, followed by facts about the run.
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
  const isNotExact = report.exitCode === 0 && entries.some(({ standing }) => standing === "partial");
  return html.join(
    [
      html`<div id="all" class="view" tabindex="-1">`,
      html`<header class="top"><div><h1>${runHeading(report)}</h1>${isNotExact && html`<p class="lead">${NOT_EXACT}</p>`}</div>${runFacts(report, entries)}</header>`,
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

const NOT_EXACT = "A match that is not exact does not cover the metadata: sources or settings may differ.";

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

/** Outcome, contract, address, match. */
const LEADING = 4;

function contractTable(report: Report, entries: readonly Entry[], views: Views): Html {
  const chains = coversSeveralChains(report) ? groupByChain(entries) : [];
  // A comparison with a lock file has no claims.
  const claimIds = isLockComparison(entries) ? undefined : claimColumns(entries);
  const columns = LEADING + 1 + (claimIds?.length ?? 0);
  const heads = new Map(chains.map((chain) => [chain.rows[0]?.id, chainRow(chain, columns)]));
  const lines = (rows: readonly Entry[]) =>
    rows.flatMap((entry) => [heads.get(entry.id), contractRow(entry, views, claimIds)]);
  const parts =
    chains.length > 0 && entries.length > MAX_ROWS
      ? chains.map((chain) => cutChain(chain, columns))
      : [{ kept: entries.slice(0, MAX_ROWS), rest: entries.slice(MAX_ROWS), restLine: undefined }];
  const shown = parts.flatMap(({ kept, restLine }) => [...lines(kept), restLine]);
  const more = parts.flatMap(({ rest }) => lines(rest));
  const kind = claimIds === undefined ? "all locked" : "all";
  const head = tableHead(entries, claimIds);
  return html.join(
    [
      html`<section class="part" aria-labelledby="contracts"><div class="bar"><h2 id="contracts">Contracts</h2>${controls(entries, chains)}</div>`,
      claimIds && claimLegend(),
      html`<table class="${kind}">${head}`,
      html`<tbody id="rows">${html.join(shown, "\n")}</tbody></table>`,
      html`<p class="foot"><span id="shown" role="status"></span> <button id="further" class="plain" type="button" hidden>Show more</button></p>`,
      more.length > 0 &&
        html`<noscript id="more"><table class="${kind}">${head}<tbody>\n${html.join(more, "\n")}\n</tbody></table></noscript>`,
      claimIds && stripLegend(entries.map(({ contract }) => contract)),
      skipped(report),
      html`</section>`,
    ],
    "\n",
  );
}

/** The contracts that need attention and a few good ones. The rest are only counted. */
function cutChain(chain: Chain<Entry>, columns: number) {
  const needAttention = chain.rows.filter(({ standing }) => standing !== "good").slice(0, MAX_PER_CHAIN);
  const good = chain.rows.filter(({ standing }) => standing === "good").slice(0, FEW_GOOD);
  const kept = [...needAttention, ...good];
  const rest = chain.rows.filter((entry) => !kept.includes(entry));
  return { kept, rest, restLine: rest.length > 0 && restRow(chain, rest, columns) };
}

const MAX_PER_CHAIN = 50;
const FEW_GOOD = 3;

/** "38 more, as locked". If the script runs, a button shows these rows. */
function restRow(chain: Chain<Entry>, rest: readonly Entry[], columns: number): Html {
  const isGood = rest.every(({ standing }) => standing === "good");
  const words = `${rest.length.toLocaleString("en")} more${isGood ? `, ${goodWord(rest)}` : ""}`;
  return html`<tr class="rest"><td colspan="${columns}">${words} <button class="plain" type="button" data-chain="${chainId(chain)}">show<span class="vh"> all of ${chainName(chain)}</span></button></td></tr>`;
}

function controls(entries: readonly Entry[], chains: readonly Chain<Entry>[]): Html {
  const count = (...standings: readonly Entry["standing"][]) =>
    entries.filter(({ standing }) => standings.includes(standing)).length;
  const filters = [
    ["", "All", entries.length],
    ["bad unknown", "Needs attention", count("bad", "unknown")],
    ["partial other", "Not exact", count("partial", "other")],
    ["good", capitalize(goodWord(entries)), count("good")],
  ] as const;
  const used = filters.filter(([, , total]) => total > 0);
  const buttons = used.map(
    ([standings, words, total]) =>
      html`<button type="button" data-of="${standings}" aria-pressed="${standings === "" ? "true" : "false"}">${words} ${total}</button>`,
  );
  const chainSelect =
    chains.length === 0
      ? ""
      : html`<select id="chain" aria-label="Chain"><option value="">All chains</option>${chains.map((chain) => html`<option value="${chainId(chain)}">${chainName(chain)}</option>`)}</select>`;
  return html`<div class="controls"><input id="search" type="search" placeholder="Name, address or id" aria-label="Search by name, address or id" autocomplete="off"/>
<div class="filters" role="group" aria-label="Show">${buttons}</div>
${chainSelect}<select id="order" aria-label="Order" data-total="${entries.length}"><option value="">Worst first</option><option value="n">By name</option><option value="a">By address</option><option value="b">Largest first</option></select></div>`;
}

function tableHead(entries: readonly Entry[], claimIds: readonly ClaimId[] | undefined): Html {
  const evidence =
    claimIds === undefined
      ? html`<th scope="col" class="d">Since it was locked</th>`
      : html`${claimIds.map((id) => claimHead(entries, id))}<th scope="col" class="s">Deployed code</th>`;
  return html`<thead><tr><th scope="col">Outcome</th><th scope="col">Contract</th><th scope="col">Address, id</th><th scope="col">Match on record<span class="sub">creation, runtime</span></th>${evidence}</tr></thead>`;
}

/** The contract id's claim gets a column only if it applies to at least one contract in the list. */
function claimColumns(entries: readonly Entry[]): readonly ClaimId[] {
  const shown = new Set(entries.flatMap(({ contract }) => shownClaims(contract).map(({ id }) => id)));
  return CLAIM_IDS.filter((id) => id !== "identity" || shown.has(id));
}

function claimHead(entries: readonly Entry[], id: ClaimId): Html {
  const states = entries.map(({ contract }) => cellState(contract, id));
  const count = (wanted: (typeof states)[number]) => states.filter((state) => state === wanted).length;
  const [proven, applicable] = [count("proven"), states.length - count("none")];
  const words = `${formatCount(proven, "contract")} proven, ${count("vouched")} vouched for`;
  const total =
    applicable > 0 && html`<span class="total" title="${words}">${totalWords(proven, applicable)}</span>`;
  return html`<th scope="col" class="c"><span class="up">${capitalize(claimWords({ id }))}</span>${total}</th>`;
}

/** "21/22", or "−3" if that doesn't fit. */
function totalWords(proven: number, total: number): string {
  if (total < 100) return `${proven}/${total}`;
  return proven === total ? "all" : `−${(total - proven).toLocaleString("en")}`;
}

function chainId({ network }: Pick<Chain<Entry>, "network">): string {
  return String(network?.chainId ?? "none");
}

function chainRow(chain: Chain<Entry>, columns: number): Html {
  const good = chain.rows.filter(({ standing }) => standing === "good").length;
  return html`<tr class="chain" data-c="${chainId(chain)}"><th colspan="${columns}" scope="rowgroup"><b>${chainName(chain)}</b> <span class="soft">${formatCount(chain.rows.length, "contract")}, ${good} ${goodWord(chain.rows)}</span></th></tr>`;
}

/** A single line, because the script splits the content of the `noscript` element at line breaks. */
function contractRow(entry: Entry, views: Views, claimIds: readonly ClaimId[] | undefined): Html {
  const { id, contract, standing, name, address, outcome, position } = entry;
  const { target, match } = contract;
  const words = `${name} ${contract.contract?.fullyQualifiedName ?? ""} ${address} ${target.contractId ?? ""}`;
  const matches =
    match === null
      ? html`<span class="soft">–</span>`
      : html`${matchMark(match.creationMatch)} ${matchMark(match.runtimeMatch)}`;
  return html.join(
    [
      html`<tr data-k="${standing}" data-i="${position}" data-c="${chainId(entry)}" data-b="${contract.code?.runtime.bytes ?? 0}" data-n="${name.toLowerCase()}" data-a="${address.toLowerCase()}" data-q="${words.toLowerCase()}">`,
      html`<td class="o ${STANDING_MARKS[standing]}">${silentMark(STANDING_MARKS[standing])} <span>${outcome}</span></td>`,
      html`<th scope="row"><a href="#${id}">${shortHex(name)}</a><span class="sub">${subtitle(entry)}${implementationLink(entry, views)}</span></th>`,
      html`<td class="a"><code title="${address}">${shortHex(address)}</code>${copyButton("address")}${target.contractId !== null && html`<span class="sub">${shortHex(target.contractId)}</span>`}</td>`,
      html`<td class="m">${matches}${contract.explorers && html`<span class="sub">${shownWords(contract)}</span>`}</td>`,
      ...(claimIds === undefined
        ? [html`<td class="d">${driftList(contract)}</td></tr>`]
        : [
            ...claimIds.map((claim) => claimCell(contract, claim)),
            html`<td class="s">${codeStrip(contract)}</td></tr>`,
          ]),
    ],
    "",
  );
}

function claimCell(contract: ContractReport, id: ClaimId): Html {
  const state = cellState(contract, id);
  const words = `${capitalize(claimWords({ id }))}: ${CLAIM_STATES[state].words}`;
  return html`<td class="c">${mark(state, words)}</td>`;
}

/** A claim is open if the run ended before judging it. */
function cellState({ outcome, claims = [] }: ContractReport, id: ClaimId): keyof typeof CLAIM_STATES {
  const claim = claims.find((each) => each.id === id);
  if (claim !== undefined) return shownState(claim);
  return OUTCOMES[outcome].hasNoClaims === true ? "none" : "open";
}

/** Adds the name from the build if the row shows a different one. */
function subtitle({ contract: { contract }, name }: Entry): string {
  if (contract === null) return "";
  const file = contract.sourceName.split("/").at(-1) ?? contract.sourceName;
  return contract.name === name ? file : `${file}:${contract.name}`;
}

function implementationLink(entry: Entry, views: Views): Html {
  const { proxy } = entry.contract;
  if (entry.proxy === "") return html``;
  const behind = findImplementation(entry.contract, views);
  const link = behind
    ? html`→ <a href="#${behind.id}">${behind.name}</a>`
    : proxy?.implementation && html`→ <code>${shortHex(proxy.implementation)}</code>`;
  return html` <span class="runs">${link ?? entry.proxy}</span>`;
}

function skipped({ passedOver }: Report): Html {
  if (passedOver.length === 0) return html``;
  const rows = passedOver.map(({ name, file, reason }) =>
    tableRow([html`<code>${name}</code>`, reason, html`<code>${file}</code>`]),
  );
  const skipped = scrolling("Skipped", table(["Name", "Why", "Deployment record"], rows));
  return html`<details><summary>${passedOver.length} skipped</summary>${skipped}</details>`;
}
