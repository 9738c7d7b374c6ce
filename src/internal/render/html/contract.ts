import type {
  Check,
  ContractReport,
  DecodedValue,
  Problem,
  Report,
  SourceDifference,
} from "../../report/model.ts";
import { proxyLeads } from "../../report/relate-proxies.ts";
import { getNetwork, placeKey } from "../../report/report-network.ts";
import { capitalize, formatCount } from "../../text/amounts.ts";
import { type Html, html } from "../markup.ts";
import { CHECK_SYMBOLS, checkCounts, checkDetails } from "../words/check-words.ts";
import { dropRepeatedFacts, type FactLine } from "../words/fact-lines.ts";
import { chainWords } from "../words/facts.ts";
import { allLinks, linksForPeople } from "../words/links.ts";
import { proxyLines } from "../words/proxy-words.ts";
import { detailedFacts, withoutLabel } from "../words/summary-facts.ts";
import { claimList, claimTable } from "./claims.ts";
import { partsKey, swatch } from "./code-cells.ts";
import { codeSection } from "./code-section.ts";
import { bar } from "./code-strip.ts";
import { mismatchSection } from "./comparison.ts";
import { driftSection } from "./drift.ts";
import {
  type Entry,
  entryHeading,
  findImplementation,
  MAX_ROWS,
  needsAttention,
  STANDING_MARKS,
  type Views,
} from "./entry.ts";
import {
  codeIfAddress,
  copied,
  copiedIfHex,
  factList,
  lineList,
  matchMark,
  problemHtml,
  scrolling,
  section,
  table,
  tableRow,
  webLink,
} from "./parts.ts";
import { sentSection } from "./sources.ts";
import { type MarkKind, silentMark } from "./symbols.ts";

/** In a long report, the script builds the views of contracts that need no attention on demand. */
export function contractView(report: Report, entry: Entry, views: Views, total: number): Html {
  const { id, contract, standing, verdict } = entry;
  const isOnly = total === 1;
  const isLong = total > MAX_ROWS;
  const isBrief = isLong && !needsAttention(entry);
  // In a long report, a link to a part of the code would be slow without the script.
  const getLink = (number: number) => (isLong ? id : `${id}-part-${number}`);
  const title = html`${silentMark(STANDING_MARKS[standing])}<span>${entryHeading(entry)}</span>`;
  const view = html.join(
    [
      html`<article id="${id}" class="view contract ${standing} ${isLong ? "brief" : "whole"} ${isOnly ? "only" : "one"}" tabindex="-1" aria-labelledby="${id}-title">`,
      !isOnly && html`<p class="back"><a href="#all">← all ${total} contracts</a></p>`,
      html`<h1 id="${id}-title" class="title">${title}</h1>`,
      html`<p class="lead">${withoutLabel(verdict)}</p>`,
      identity(report, contract, isOnly),
      contract.error !== undefined && problemHtml(shownProblem(contract, contract.error)),
      driftSection(contract),
      proxySection(contract, views),
      ...(isBrief
        ? [claimList(contract)]
        : [claimTable(contract), mismatchSection(contract), sourceDifferences(contract)]),
      codeSection(contract, views, id, { widths: isBrief ? [64] : [64, 32], getLink }),
      creationSection(contract),
      // With all checks of thousands of good contracts, the file would be too large to open.
      ...(isBrief
        ? [
            html`<p class="soft">${formatCount(contract.checks.length, "check")}: ${checkCounts(contract.checks)}. The JSON report lists the checks and the submission.</p>`,
          ]
        : [sentSection(contract), checksFolded(contract.checks), runFacts(report, contract)]),
      html`</article>`,
    ],
    "\n",
  );
  return isBrief ? html`<noscript data-of="${id}">${view}</noscript>` : view;
}

/** The checks and the drift appear below the problem. */
function shownProblem({ lock, checks }: ContractReport, error: Problem): Problem {
  if (lock !== undefined && lock.drift.length > 0) return { ...error, facts: [] };
  return dropRepeatedFacts(
    error,
    checks.filter(({ status }) => status === "failed").map(({ id }) => id),
  );
}

function identity(report: Report, contractReport: ContractReport, isOnly: boolean): Html {
  const { contract, target, match } = contractReport;
  const sources = linksForPeople(contractReport).find(
    ({ label }) => label === "sources" || label === "record",
  );
  const network = getNetwork(report, contractReport);
  return factList([
    ["Contract", contract?.fullyQualifiedName],
    ["Address", target.address === null ? target.input : copied("address", target.address)],
    ["Id", target.contractId],
    ["Network", isOnly ? [] : html`${network === null ? "unknown" : chainWords(network)}`],
    [
      "Match on record",
      match &&
        html`${matchMark(match.creationMatch)} creation, ${matchMark(match.runtimeMatch)} runtime${sources && html` · ${webLink("open the sources", sources.url)}`}`,
    ],
  ]);
}

function proxySection(contract: ContractReport, views: Views): Html {
  const linkTo = ({ id, name }: Entry) => html`<a href="#${id}">${name}</a>`;
  const roles = (contract.relation?.roles ?? []).map(({ role, proxy }) => {
    const entry = views.get(placeKey(contract, proxy));
    return html`${role} of ${entry === undefined ? html`<code>${proxy}</code>` : linkTo(entry)}`;
  });
  const led = proxyLeads(contract).flatMap(({ role, address }) => {
    const entry = role === "implementation" ? undefined : views.get(placeKey(contract, address));
    return entry === undefined ? [] : [html`${role} ${linkTo(entry)}: ${entry.outcome}`];
  });
  const lines = proxyLines(contract);
  if (lines.length + roles.length === 0) return html``;
  const behind = findImplementation(contract, views);
  const runs = behind && html`<p>Runs ${linkTo(behind)}, which is in this report: ${behind.outcome}.</p>`;
  return section("Proxy", html`${runs}${lineList([...lines, ...led, ...roles])}`);
}

const CHECK_MARKS = {
  passed: "proven",
  failed: "refuted",
  unknown: "open",
  skipped: "none",
} as const satisfies Record<Check["status"], MarkKind>;

/** Failures come first and are expanded. */
function checksFolded(checks: readonly Check[]): Html {
  if (checks.length === 0) return html``;
  const failed = checks.filter(({ status }) => status === "failed");
  const others = checks.filter(({ status }) => status !== "failed");
  const shown = failed.length > 0 && section("Checks that failed", checkList(failed));
  const groups = [...Map.groupBy(others, ({ status }) => status)].map(
    ([status, group]) =>
      html`<h3 class="${CHECK_MARKS[status]}">${CHECK_SYMBOLS[status]} ${group.length} ${status}</h3>${checkList(group)}`,
  );
  const named = `${failed.length === 0 ? "All" : "The other"} ${formatCount(others.length, "check")}: ${checkCounts(others)}`;
  return html`${shown}${others.length > 0 && html`<details class="folded"><summary>${named}</summary>${groups}</details>`}`;
}

function checkList(checks: readonly Check[]): Html {
  return html`<ul class="checks">${html.join(checks.map(checkItem), "\n")}</ul>`;
}

function checkItem(check: Check): Html {
  const { id, subject, witnesses } = check;
  const details = checkDetails(check).map(
    ({ label, value }) => html`<span class="sub">${label}: <code>${value}</code></span>`,
  );
  const by = witnesses.length > 0 && html` <i>by ${witnesses.join(", ")}</i>`;
  return html`<li><code>${id}</code><span>${subject}${by}${details}</span></li>`;
}

/** The rest of the page shows the other facts. */
const FOOTER_FACTS: ReadonlySet<string> = new Set(["Sent", "Forwarded", "Shown on", "Created in", "Build"]);

function runFacts(report: Report, contract: ContractReport): Html {
  const facts = detailedFacts(report, contract).filter(({ label }) => FOOTER_FACTS.has(label));
  return html`<footer class="facts">${factList([
    ...facts.map(({ label, lines }) => [label, lines.map(lineHtml)] as const),
    ["Links", allLinks(contract).map(({ label, url }) => webLink(capitalize(label), url))],
  ])}</footer>`;
}

function lineHtml({ lead, text }: FactLine): Html {
  if (/^https?:/.test(text)) return webLink(lead ?? text, text);
  return html`${lead !== undefined && `${lead} `}${copiedIfHex(text)}`;
}

function sourceDifferences({ sourceDifferences: all = [] }: ContractReport): Html {
  if (all.length === 0) return html``;
  const key = html`<p class="soft"><b class="refuted">−</b> in the build, <b class="proven">+</b> in the record.</p>`;
  return section("Differences between the sources", html`${key}${all.map(fileDifference)}`);
}

function fileDifference({ path, diff, note }: SourceDifference): Html {
  const lines = diff.split("\n").map(diffLine);
  const listing = scrolling(`Difference of ${path}`, html`<pre class="diff">${lines}</pre>`);
  return html`<p><code>${path}</code>${note !== undefined && html` <span class="soft">${note}</span>`}</p>${diff !== "" && listing}`;
}

const DIFF_KINDS: Readonly<Record<string, string>> = { "+": "add", "-": "del", "@@": "at" };

function diffLine(line: string): Html {
  const [mark = ""] = /^(?:[+-]|@@)/.exec(line) ?? [];
  return html`<span class="row ${DIFF_KINDS[mark] ?? ""}">${html.line(line)}</span>`;
}

function creationSection({ code, constructorArguments }: ContractReport): Html {
  const creation = code?.creation;
  const values = table(["Constructor argument", "Value"], argumentRows(constructorArguments), "plain parts");
  if (creation === undefined && values === undefined) return html``;
  const shown =
    creation &&
    html`<p class="soft">${creation.bytes.toLocaleString("en")} bytes.</p><div class="wide">${bar(creation.bytes, creation.parts, 1000, 18)}</div><ul class="key">${partsKey(creation.parts)}</ul>`;
  return section("The creation code", html`${shown}${values}`);
}

function argumentRows(constructorArguments: ContractReport["constructorArguments"]): readonly Html[] {
  if (constructorArguments === null || constructorArguments.encoded === "0x") return [];
  const { decoded, encoded } = constructorArguments;
  if (decoded !== null) return decoded.flatMap((value) => valueRows(value, 0));
  const note = html`${swatch("arguments")} not decoded: the ABI does not fit`;
  return [tableRow([note, html`<code>${encoded}</code>`])];
}

/** A struct also has a row for each field. */
function valueRows(argument: DecodedValue, depth: number): readonly Html[] {
  const { name, type, declaredType, value, member, fields } = argument;
  const indent =
    depth === 0 ? swatch("arguments") : html`<span class="nested d${Math.min(depth, 4)}"></span>`;
  const shown =
    fields === undefined && html`${codeIfAddress(value)}${member !== undefined && html` ${member}`}`;
  return [
    tableRow([html`${indent} ${name} <span class="soft">${declaredType ?? type}</span>`, shown]),
    ...(fields ?? []).flatMap((field) => valueRows(field, depth + 1)),
  ];
}
