import type {
  Check,
  CodeComparison,
  ContractReport,
  Problem,
  Report,
  SourceDifference,
  SubmissionReport,
} from "../../report/model.ts";
import { proxyLeads } from "../../report/relate-proxies.ts";
import { getNetwork, placeKey } from "../../report/report-network.ts";
import { capitalize, formatBytes, formatCount } from "../../text/amounts.ts";
import { shortenPair } from "../../text/shorten-pair.ts";
import { type Html, html } from "../markup.ts";
import { CHECK_SYMBOLS, checkCounts, checkDetails } from "../words/claim-words.ts";
import { causeWords, differenceWords } from "../words/difference-words.ts";
import { allLinks, forwardedWords, linksForPeople, shownLines } from "../words/elsewhere-words.ts";
import { argumentLines, dropRepeatedFacts } from "../words/fact-lines.ts";
import { buildFact, chainWords } from "../words/facts.ts";
import { proxyLines } from "../words/proxy-words.ts";
import { withoutLabel } from "../words/summary-facts.ts";
import { claimList, claimTable } from "./claims.ts";
import { bar, codeSection, partsKey, swatch } from "./code.ts";
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
  type Fact,
  factList,
  lineList,
  type MarkKind,
  matchMark,
  nextStep,
  problemHtml,
  scrolling,
  section,
  silentMark,
  table,
  tableRow,
  webLink,
} from "./parts.ts";

/** In a long report, the script builds a view only on demand if its contract needs no attention. */
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
      // If the file contained every check of thousands of good contracts, it would be too large to open.
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

/** If there was no submission, shows only the build's language and compiler version. */
function sentSection({ submitted, contract }: ContractReport): Html {
  if (submitted.length === 0 && contract === null) return html``;
  const sources =
    submitted.length === 0
      ? html`<p class="soft">Nothing was sent in this run.</p>`
      : html.join(submitted.map(submission), "\n");
  const last = submitted.at(-1);
  const version = last?.compilerVersion ?? contract?.compilerVersion;
  return html`<div class="two part"><section><h2>Sources</h2>${sources}</section><section><h2>Compiler</h2>${factList(
    [
      ["Language", contract && html`${contract.language}`],
      ["Version", version],
      ["Contract", last?.contractIdentifier],
      ...settingFacts(last?.settings ?? {}, "").slice(0, MAX_SETTINGS),
    ],
  )}</section></div>`;
}

const MAX_FILES = 400;

function submission({ sent, sources, reason, bytes, files }: SubmissionReport, index: number): Html {
  const what = sent ? "sent" : index > 0 ? "not sent (fallback)" : "not sent (dry run)";
  const words = `${formatCount(files.length, "file")}, ${formatBytes(bytes)}, ${what}. ${sources === "minimal" ? "Minimal" : "Full"}: ${reason}.`;
  const paths = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const rows = paths
    .slice(0, MAX_FILES)
    .map(
      (file, at) =>
        html`<li><code>${treePath(file.path, paths[at - 1]?.path ?? "")}</code><span class="num">${formatBytes(file.bytes)}</span></li>`,
    );
  return html`<p class="soft">${words}</p><ul class="files">${html.join(rows, "\n")}</ul>`;
}

/** The folders shared with the path above are muted. */
function treePath(path: string, above: string): Html {
  const folders = path.split("/");
  const before = above.split("/");
  let same = 0;
  while (same < folders.length - 1 && folders[same] === before[same]) same += 1;
  const shared = folders
    .slice(0, same)
    .map((name) => `${name}/`)
    .join("");
  return html`<span class="soft">${shared}</span>${folders.slice(same).join("/")}`;
}

const MAX_SETTINGS = 24;

/** Named as in the compiler input: `optimizer.runs`. */
function settingFacts(value: object, prefix: string): readonly Fact[] {
  return Object.entries(value).flatMap(([key, each]: [string, unknown]): readonly Fact[] => {
    const name = `${prefix}${key}`;
    if (Array.isArray(each)) return each.length === 0 ? [] : [[name, each.map(textOf)]];
    return typeof each === "object" && each !== null
      ? settingFacts(each, `${name}.`)
      : [[name, textOf(each)]];
  });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
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
function runFacts(report: Report, contract: ContractReport): Html {
  const { target, submitted, forwarded = [] } = contract;
  const { creationTransactionHash: hash } = target;
  return html`<footer class="facts">${factList([
    ["Created in", hash && copied("transaction", hash)],
    ["Build", buildFact(report, contract).lines.map(({ text }) => html`${text}`)],
    [
      "Job",
      submitted.flatMap(({ verificationId }) => (verificationId === null ? [] : [html`${verificationId}`])),
    ],
    ["Forwarded", forwarded.map((each) => html`${forwardedWords(each)}`)],
    ["Shown on", shownLines(contract).map((line) => html`${line}`)],
    ["Links", allLinks(contract).map(({ label, url }) => webLink(capitalize(label), url))],
  ])}</footer>`;
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

function creationSection(contract: ContractReport): Html {
  const creation = contract.code?.creation;
  const rows = argumentLines(contract).map(({ lead = "not decoded", text }) =>
    tableRow([html`${swatch("arguments")} ${lead}`, codeIfAddress(text)]),
  );
  const values = table(["Constructor argument", "Value"], rows, "plain parts");
  if (creation === undefined && values === undefined) return html``;
  const shown =
    creation &&
    html`<p class="soft">${creation.bytes.toLocaleString("en")} bytes.</p><div class="wide">${bar(creation.bytes, creation.parts, 1000, 18)}</div><ul class="key">${partsKey(creation.parts)}</ul>`;
  return section("The creation code", html`${shown}${values}`);
}

function mismatchSection(contract: ContractReport): Html {
  const { explanations, candidates, differences, code } = contract;
  const comparison = code?.comparison;
  const said = new Set(contract.error?.facts.map(({ value }) => value));
  const reasons = (explanations.length > 0 ? explanations : (candidates[0]?.explanations ?? [])).filter(
    ({ text }) => !said.has(text),
  );
  // The problem already identifies the closest candidate and describes how it differs.
  const others = contract.error === undefined ? candidates : candidates.slice(1);
  if (comparison === undefined && reasons.length + differences.length + others.length === 0) return html``;
  return section(
    "Where the code differs",
    html`
${reasons.map((each) => html`<p>${capitalize(causeWords(each))}.</p><p>${nextStep(each.next)}</p>`)}
${comparison && bars(comparison, code?.runtime.bytes ?? 0)}
${comparison === undefined && differences.length > 0 && lineList(differences.slice(0, 8).map((each) => html`<code>${differenceWords(each)}</code>`))}
${comparison && listing(comparison)}
${others.length > 0 && html`<details class="folded"><summary>${formatCount(others.length, others === candidates ? "nearest contract" : "contract")}${others !== candidates && ", less similar"}</summary>${lineList(others.map(({ fullyQualifiedName, summary }) => `${fullyQualifiedName}: ${summary}`))}</details>`}`,
  );
}

const WIDTH = 1000;
const HEIGHT = 100;
const BAR = 24;

/** Two bars to the same scale. Bands join equal segments, so moved code appears as a slanted band. */
function bars(comparison: CodeComparison, onChain: number): Html {
  const { contract, bytes, segments, onlyOnChain, onlyInBuild } = comparison;
  const scale = WIDTH / Math.max(bytes, onChain, 1);
  const at = (offset: number) => (offset * scale).toFixed(1);
  const box = ([start, length]: Segment["onChain"], y: number) =>
    `M${at(start)} ${y}h${Math.max(length * scale, length === 0 ? 0 : 2).toFixed(1)}v${BAR}H${at(start)}z`;
  const bands = segments
    .filter(({ kind }) => kind !== "differs")
    .map(({ kind, onChain: [a, length], inBuild: [b, other] }) => {
      const path = `M${at(a)} ${BAR}H${at(a + length)}L${at(b + other)} ${HEIGHT - BAR}H${at(b)}z`;
      return html`<path class="band ${kind}" d="${html.whole(path)}"/>`;
    });
  const layer = (wanted: Segment["kind"], fill: string) => {
    const boxes = segments
      .filter(({ kind }) => kind === wanted)
      .map((each) => box(each.onChain, 0) + box(each.inBuild, HEIGHT - BAR));
    return html`<path class="${fill}" d="${html.whole(boxes.join(""))}"/>`;
  };
  const words = `${formatCount(onlyOnChain, "byte")} of code only on chain, ${formatCount(onlyInBuild, "byte")} only in the build.`;
  return html`<p class="soft">${words} The rest is the same, or moved.</p>
<p class="end">on chain, ${formatCount(onChain, "byte")}</p>
<div class="wide tall"><svg class="bars" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${words}">${bands}${layer("same", "f-runtime")}${layer("metadata", "f-metadata")}${layer("differs", "f-differs")}</svg></div>
<p class="end">${contract}, ${formatCount(bytes, "byte")}</p>
<ul class="key"><li>${swatch("runtime")} the same in both, jump targets aside</li><li>${swatch("differs")} differs</li><li>${swatch("metadata")} metadata (CBOR auxdata)</li></ul>`;
}

type Segment = CodeComparison["segments"][number];
type Place = CodeComparison["places"][number];
type Row = Place["rows"][number];

function listing({ places, contract }: CodeComparison): Html {
  if (places.length === 0) return html``;
  const table = html`<table class="listing"><thead><tr><th scope="col" colspan="3">On chain</th><th scope="col" colspan="3">${contract}</th></tr></thead>
${html.join(places.map(placeRows), "\n")}</table>`;
  return html`<h3>${places.length === 1 ? "The first difference" : "The first differences"}</h3>
<p class="soft"><b class="refuted">+</b> is on chain only, <b class="refuted">−</b> in the build only, <b class="refuted">≠</b> different, ↷ a jump target that moved.</p>
${scrolling("Instructions on chain and in the build", table)}`;
}

function placeRows({ before, rows, cut = 0, source }: Place): Html {
  const folded = (count: number, words: string) =>
    count > 0 &&
    html`<tr class="fold"><td colspan="6">${formatCount(count, "instruction")} ${words}</td></tr>`;
  const line =
    source &&
    html`<tr class="line"><td colspan="6"><code>${`${source.file}:${source.line}`}</code> <code>${source.text}</code></td></tr>`;
  return html`<tbody>${folded(before, before === 1 ? "is the same" : "are the same")}${html.join(rows.map(rowHtml), "\n")}${folded(cut, "more that differ")}${line}</tbody>`;
}

function rowHtml({ state, onChain, inBuild }: Row): Html {
  const isOther = state === "differs" && onChain !== undefined && inBuild !== undefined;
  // Cuts long values to the part that differs.
  const [chain, build] = isOther ? shortenPair(onChain.text, inBuild.text, MAX_CHARACTERS) : [];
  const sign = (own: string) => (state === "moved" ? "↷" : state === "same" ? "" : isOther ? "≠" : own);
  return html`<tr class="${state}">${side(onChain, chain, sign("+"), "")}${side(inBuild, build, sign("−"), "right")}</tr>`;
}

/** Longer text doesn't fit into the column on a phone. */
const MAX_CHARACTERS = 42;

/** Solidity left-aligns text. Undefined if the value isn't text. */
function pushedText(text: string): string | undefined {
  const hex = /^PUSH\d+ 0x((?:[2-7][0-9a-f]){4,})(?:00)*$/i.exec(text)?.[1];
  return hex && `“${Buffer.from(hex, "hex").toString("latin1")}”`;
}

const SIGN_WORDS: Readonly<Record<string, string>> = {
  "+": "only on chain",
  "−": "only in the build",
  "≠": "different",
  "↷": "moved",
};

function side(instruction: Row["onChain"], cut: string | undefined, sign: string, right: "right" | ""): Html {
  if (instruction === undefined) return html`<td class="empty ${right}" colspan="3"></td>`;
  const { offset, text, note = pushedText(text) } = instruction;
  const shown =
    sign !== "" && html`<span aria-hidden="true">${sign}</span><span class="vh">${SIGN_WORDS[sign]}</span>`;
  return html`<td class="offset ${right}">${offset.toString(16).padStart(4, "0")}</td><td class="sign">${shown}</td><td class="code"><code>${cut ?? text}</code>${note !== undefined && html` <span class="soft">${note}</span>`}</td>`;
}
