import { CLAIM_IDS, type ClaimId } from "../../report/claim-ids.ts";
import type { ContractReport, Report } from "../../report/model.ts";
import { OUTCOMES } from "../../report/outcome.ts";
import { coversSeveralChains } from "../../report/report-network.ts";
import { capitalize, formatCount } from "../../text/amounts.ts";
import { type Html, html } from "../markup.ts";
import { goodWord } from "../words/batch-words.ts";
import { CLAIM_STATES, claimWords, shownClaims, shownState } from "../words/claim-words.ts";
import { shownWords } from "../words/elsewhere-words.ts";
import { shortHex } from "../words/value-words.ts";
import type { Chain } from "../words/verdict.ts";
import { claimLegend } from "./claims.ts";
import { codeStrip, stripLegend } from "./code.ts";
import { driftList, isLockComparison } from "./drift.ts";
import {
  chainName,
  type Entry,
  findImplementation,
  groupByChain,
  MAX_ROWS,
  STANDING_MARKS,
  type Views,
} from "./entry.ts";
import { copyButton, mark, matchMark, scrolling, silentMark, table, tableRow } from "./parts.ts";

/** Outcome, contract, address, match. */
const LEADING = 4;

export function contractTable(report: Report, entries: readonly Entry[], views: Views): Html {
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

/** The contract id gets a column only if at least one contract in the list has that claim. */
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
            ...claimIds.map((claim) => html`<td class="c">${claimCell(contract, claim)}</td>`),
            html`<td class="s">${codeStrip(contract)}</td></tr>`,
          ]),
    ],
    "",
  );
}

function claimCell(contract: ContractReport, id: ClaimId): Html {
  const state = cellState(contract, id);
  return mark(state, `${capitalize(claimWords({ id }))}: ${CLAIM_STATES[state].words}`);
}

/** A claim is open if the run ended before judging it. */
function cellState({ outcome, claims = [] }: ContractReport, id: ClaimId): keyof typeof CLAIM_STATES {
  const claim = claims.find((each) => each.id === id);
  if (claim !== undefined) return shownState(claim);
  return OUTCOMES[outcome].hasNoClaims === true ? "none" : "open";
}

/** Adds the name in the build if the row shows a different name. */
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
