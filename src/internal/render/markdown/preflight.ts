import type { PreflightReport } from "../../report/preflight/model.ts";
import { formatCount } from "../../text/amounts.ts";
import { type Markdown, markdown } from "../markup.ts";
import {
  expectedWords,
  type FindingGroup,
  findingGroups,
  LEVELS,
  preflightFacts,
  preflightVerdict,
  titles,
} from "../words/preflight-words.ts";
import { codeLink, problemBlock, quotation } from "./contract.ts";
import { code, table } from "./parts.ts";
import { within } from "./within.ts";

/** The preflight as GitHub's markdown, for a job summary or a comment: the verdict, the findings, all contracts. */
export function writePreflightMarkdown(report: PreflightReport): string {
  return markdownOf(report, report.contracts.length);
}

/** The same in at most `maxBytes`, with fewer contracts where they do not fit. */
export function preflightSummary(report: PreflightReport, maxBytes: number): string {
  return within(maxBytes, report.contracts.length, (most) => markdownOf(report, most));
}

function markdownOf(report: PreflightReport, most: number): string {
  const verdict = preflightVerdict(report);
  const facts = preflightFacts(report).map(({ label, value }) => [label, value]);
  const blocks = [
    markdown`## Contract preflight`,
    markdown`${verdict.symbol} ${verdict.text}`,
    report.error !== undefined && problemBlock(report.error),
    ...findingGroups(report).flatMap((group) => groupBlocks(group, most)),
    ...contractTable(report, most),
    report.contracts.length > 0 && table(["", ""], facts),
    markdown`<sub>${footer(report)}</sub>`,
  ];
  return `${markdown.join(blocks, "\n\n")}\n`;
}

function groupBlocks(group: FindingGroup, most: number): readonly Markdown[] {
  const { level, contracts } = group;
  const shown = contracts.slice(0, most).map(({ title, facts }) => {
    const own = facts.map(({ label, value }) => markdown` · ${label}: ${value}`);
    return markdown`${code(title)}${own}`;
  });
  const rest = contracts.length - shown.length;
  return [
    markdown`### ${LEVELS[level].symbol} ${codeLink(group.code)} ${group.message}`,
    quotation(markdown`**${level}** ${formatCount(contracts.length, "contract")}`, group),
    markdown.join([...shown, ...(rest > 0 ? [markdown`_and ${String(rest)} more_`] : [])], "<br>\n"),
  ];
}

function contractTable({ contracts }: PreflightReport, most: number): readonly Markdown[] {
  if (contracts.length === 0 || most === 0) return [];
  const titleOf = titles(contracts);
  const rows = contracts
    .slice(0, most)
    .map((contract) => [
      LEVELS[contract.verdict].symbol,
      code(titleOf(contract)),
      expectedWords(contract),
      String(contract.size.runtime),
      String(contract.submission?.files.length ?? 0),
    ]);
  const rest = contracts.length - rows.length;
  return [
    table(["", "Contract", "Expected match", "Code (bytes)", "Files"], rows),
    ...(rest > 0 ? [markdown`_${formatCount(rest, "contract")} omitted for lack of space._`] : []),
  ];
}

function footer({ tool, startedAt, exitCode, minMatch }: PreflightReport): string {
  return `${tool.name} ${tool.version}, ${startedAt}, good enough: ${minMatch}, exit code ${exitCode}`;
}
