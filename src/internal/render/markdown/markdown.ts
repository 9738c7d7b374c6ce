import type { ContractReport, Report } from "../../report/model.ts";
import { isOverSeveral, skippedNetworks } from "../../report/report-network.ts";
import { formatCount } from "../../text/amounts.ts";
import { type Markdown, markdown } from "../markup.ts";
import { type ContractRow, contractRows, failedRows, moreWords, rowsByChain } from "../words/batch-words.ts";
import { claimSummary } from "../words/claim-words.ts";
import {
  ACCEPT_WORDS,
  chainWords,
  contractTitle,
  EVIDENCE_WORDS,
  evidenceShown,
  networkWords,
  replayWords,
} from "../words/facts.ts";
import { linksForPeople } from "../words/links.ts";
import { sideWord } from "../words/match-words.ts";
import { shownWords } from "../words/shown-words.ts";
import { runVerdict } from "../words/verdict.ts";
import { contractBlocks, linkTo, problemBlock } from "./contract.ts";
import { code, table } from "./parts.ts";
import { within } from "./within.ts";

/** The JSON report has all of them. */
const MOST_PASSED_OVER = 20;

/**
 * The report as GitHub's markdown, for a job summary or a comment: the verdict, a table of all contracts, and the
 * details of those that are not fully verified. A report of one contract has all details.
 */
export function writeMarkdown(report: Report): string {
  return markdownOf(report, report.contracts.length, report.contracts.length);
}

/**
 * {@link writeMarkdown} in at most `maxBytes`: drops details first, then rows of the table, good ones before failed
 * ones, and says so. GitHub accepts 1 MiB for the summaries of a step, and otherwise drops them.
 */
export function writeMarkdownSummary(report: Report, maxBytes: number): string {
  const most = report.contracts.length;
  return within(maxBytes, 2 * most, (count) =>
    markdownOf(report, Math.min(count, most), Math.max(count - most, 0)),
  );
}

function markdownOf(report: Report, mostRows: number, mostDetails: number): string {
  const verdict = runVerdict(report);
  const rows = contractRows(report);
  const isOfMany = rows.length > 1 || report.shard !== null;
  const detailed = isOfMany ? byWeight(rows).filter(({ verdict: { tone } }) => tone !== "ok") : rows;
  const blocks = [
    markdown`## Contract verification`,
    markdown`${verdict.symbol} ${verdict.text}`,
    ...replayWords(report).map((words) => markdown`Replay of ${words}`),
    report.error !== undefined && problemBlock(report.error),
    ...(rows.length > 1 ? overview(report, rows, mostRows) : []),
    ...skippedNetworkBlocks(report),
    ...passedOverBlocks(report),
    ...detailed.slice(0, mostDetails).flatMap(({ contract }) => contractBlocks(report, contract)),
    ...leftOut(detailed.length - mostDetails, "detail"),
    report.accept !== undefined && markdown`${ACCEPT_WORDS}: ${code(report.accept)}`,
    ...evidenceShown(report).map((shown) => markdown`${EVIDENCE_WORDS}: ${code(shown)}`),
    markdown`<sub>${footer(report)}</sub>`,
  ];
  return `${markdown.join(blocks, "\n\n")}\n`;
}

/** All rows in their order; if not all fit, the failed ones first. */
function overview(report: Report, rows: readonly ContractRow[], most: number): readonly Markdown[] {
  if (most === 0) return leftOut(rows.length, "row");
  const isOfSeveral = isOverSeveral(report);
  const ordered = isOfSeveral ? rowsByChain(rows).flatMap((chain) => chain.rows) : rows;
  const shown = rows.length <= most ? ordered : byWeight(rows).slice(0, most);
  const isNamed = rows.some(({ contract }) => contract.deployments.length > 0);
  const isShown = rows.some(({ contract }) => contract.explorers !== undefined);
  const cells = shown.map(({ contract, verdict, name, address, proxy, network }) => [
    verdict.symbol,
    ...(isOfSeveral ? [network === null ? "" : chainWords(network)] : []),
    ...(isNamed ? [markdown`${code(name)}${proxy !== "" && markdown`<br>${proxy}`}`] : []),
    isNamed && contract.contract === null ? "" : code(contractTitle(contract)),
    addressOf(contract, address),
    verdict.label,
    sidesOf(contract),
    ...(isShown ? [shownWords(contract)] : []),
    claimSummary(contract),
  ]);
  const head = [
    "",
    ...(isOfSeveral ? ["Network"] : []),
    ...(isNamed ? ["Name"] : []),
    ...["Contract", "Address", "Outcome", "Match (creation, runtime)"],
    ...(isShown ? ["Shown on"] : []),
    "Claims",
  ];
  return [table(head, cells), ...leftOut(rows.length - shown.length, "row")];
}

/** With its id on Hedera, and a link to where a person can look at it. */
function addressOf(contract: ContractReport, address: string): Markdown {
  const { contractId } = contract.target;
  const [link] = linksForPeople(contract);
  const shown = code(address);
  const linked = link === undefined ? shown : linkTo(link.url, shown);
  return contractId === null || contractId === address ? linked : markdown`${linked}<br>${contractId}`;
}

/** "exact, exact"; empty where nothing is stored. */
function sidesOf({ match }: ContractReport): string {
  if (match === null || match.match === null) return "";
  return [match.creationMatch, match.runtimeMatch].map(sideWord).join(", ");
}

/** First the wrong ones, then the unknown ones, then the good ones. */
function byWeight(rows: readonly ContractRow[]): readonly ContractRow[] {
  const failed = failedRows(rows);
  return [...failed, ...rows.filter((row) => !failed.includes(row))];
}

function leftOut(count: number, what: "row" | "detail"): readonly Markdown[] {
  if (count <= 0) return [];
  const contracts = formatCount(count, "contract");
  return [
    markdown`_${what === "row" ? contracts : `The details of ${contracts}`} omitted for lack of space: see the JSON report._`,
  ];
}

function skippedNetworkBlocks(report: Report): readonly Markdown[] {
  const skipped = skippedNetworks(report);
  if (skipped.length === 0) return [];
  const rows = skipped.map((each) => [
    code(each.name ?? "none"),
    String(each.chainId ?? ""),
    each.skipped ?? "",
  ]);
  return [markdown`**Networks that were left out**`, table(["Network", "Chain", "Why"], rows)];
}

function passedOverBlocks({ passedOver }: Report): readonly Markdown[] {
  if (passedOver.length === 0) return [];
  const rest = passedOver.length - MOST_PASSED_OVER;
  const rows = passedOver
    .slice(0, MOST_PASSED_OVER)
    .map(({ name, file, reason }) => [code(name), reason, code(file)]);
  return [
    markdown`**Skipped**: ${formatCount(passedOver.length, "contract")}`,
    table(["Name", "Why", "Deployment record"], rows),
    ...(rest > 0 ? [markdown`${moreWords(rest, "contract")}`] : []),
  ];
}

function footer(report: Report): string {
  const { tool, startedAt, services } = report;
  return `${tool.name} ${tool.version}, ${startedAt}, network ${networkWords(report)}, ${services.verification ?? "no verification service"}, exit code ${report.exitCode}`;
}
