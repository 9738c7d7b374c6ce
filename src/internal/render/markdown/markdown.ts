import type { ContractReport, Report } from "../../report/model.ts";
import { coversSeveralChains, skippedNetworks } from "../../report/report-network.ts";
import { formatCount } from "../../text/amounts.ts";
import { type Markdown, markdown } from "../markup.ts";
import { type ContractRow, contractRows, moreWords } from "../words/batch-words.ts";
import { claimSummary } from "../words/claim-words.ts";
import { linksForPeople, shownWords } from "../words/elsewhere-words.ts";
import {
  ACCEPT_LABEL,
  contractTitle,
  EVIDENCE_LABEL,
  evidenceFact,
  networkWords,
  replayWords,
} from "../words/facts.ts";
import { getStoredMatch, sideWord } from "../words/match-words.ts";
import { getWeight, runVerdict, worstFirst } from "../words/verdict.ts";
import { code, contractBlocks, linkTo, problemBlock, table } from "./contract.ts";

/** The JSON report lists all skipped contracts. */
const MAX_SKIPPED = 20;

/** The details cover contracts that aren't fully verified. A report on one contract always has them. */
export function writeMarkdown(report: Report): string {
  const verdict = runVerdict(report);
  const rows = worstFirst(contractRows(report), (row) => getWeight(row.verdict));
  const isOfMany = rows.length > 1 || report.shard !== null;
  const detailed = isOfMany ? rows.filter(({ verdict: { tone } }) => tone !== "ok") : rows;
  const blocks = [
    markdown`## Contract verification`,
    markdown`${verdict.symbol} ${verdict.text}`,
    ...replayWords(report).map((words) => markdown`Replay of ${words}`),
    report.error !== undefined && problemBlock(report.error),
    ...(rows.length > 1 ? overview(report, rows) : []),
    ...skippedNetworkBlocks(report),
    ...passedOverBlocks(report),
    ...detailed.flatMap(({ contract }) => contractBlocks(report, contract)),
    report.accept !== undefined && markdown`${ACCEPT_LABEL}: ${code(report.accept)}`,
    ...evidenceFact(report).map((shown) => markdown`${EVIDENCE_LABEL}: ${code(shown)}`),
    markdown`<sub>${footer(report)}</sub>`,
  ];
  return `${markdown.join(blocks, "\n\n")}\n`;
}

function overview(report: Report, rows: readonly ContractRow[]): readonly Markdown[] {
  const coversSeveralNetworks = coversSeveralChains(report);
  const isNamed = rows.some(({ contract }) => contract.deployments.length > 0);
  const isShown = rows.some(({ contract }) => contract.explorers !== undefined);
  const cells = rows.map(({ contract, verdict, name, address, proxy, chain }) => [
    verdict.symbol,
    ...(coversSeveralNetworks ? [chain] : []),
    ...(isNamed ? [markdown`${code(name)}${proxy !== "" && markdown`<br>${proxy}`}`] : []),
    isNamed && contract.contract === null ? "" : code(contractTitle(contract)),
    formatAddress(contract, address),
    verdict.label,
    formatSides(contract),
    ...(isShown ? [shownWords(contract)] : []),
    claimSummary(contract),
  ]);
  const head = [
    "",
    ...(coversSeveralNetworks ? ["Network"] : []),
    ...(isNamed ? ["Name"] : []),
    ...["Contract", "Address", "Outcome", "Match (creation, runtime)"],
    ...(isShown ? ["Shown on"] : []),
    "Claims",
  ];
  return [table(head, cells)];
}

function formatAddress(contract: ContractReport, address: string): Markdown {
  const { contractId } = contract.target;
  const [link] = linksForPeople(contract);
  const shown = code(address);
  const linked = link === undefined ? shown : linkTo(link.url, shown);
  return contractId === null || contractId === address ? linked : markdown`${linked}<br>${contractId}`;
}

/** "exact, exact" */
function formatSides(contract: ContractReport): string {
  const match = getStoredMatch(contract);
  return match === null ? "" : [match.creationMatch, match.runtimeMatch].map(sideWord).join(", ");
}

function skippedNetworkBlocks(report: Report): readonly Markdown[] {
  const skipped = skippedNetworks(report);
  if (skipped.length === 0) return [];
  const rows = skipped.map((each) => [code(each.name ?? "none"), each.chainId ?? "", each.skipped ?? ""]);
  return [markdown`**Networks left out**`, table(["Network", "Chain", "Why"], rows)];
}

function passedOverBlocks({ passedOver }: Report): readonly Markdown[] {
  if (passedOver.length === 0) return [];
  const rest = passedOver.length - MAX_SKIPPED;
  const rows = passedOver
    .slice(0, MAX_SKIPPED)
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
