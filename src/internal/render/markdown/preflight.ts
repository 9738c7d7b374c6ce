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
import { code, codeLink, problemBlock, quotation, table } from "./markdown.ts";

export function writePreflightMarkdown(report: PreflightReport): string {
  const { tool, startedAt, minMatch, exitCode } = report;
  const verdict = preflightVerdict(report);
  const facts = preflightFacts(report).map(({ label, value }) => [label, value]);
  const blocks = [
    markdown`## Contract preflight`,
    markdown`${verdict.symbol} ${verdict.text}`,
    report.error !== undefined && problemBlock(report.error),
    ...findingGroups(report).flatMap(groupBlocks),
    report.contracts.length > 0 && contractTable(report),
    report.contracts.length > 0 && table(["", ""], facts),
    markdown`<sub>${tool.name} ${tool.version}, ${startedAt}, minimum match: ${minMatch}, exit code ${exitCode}</sub>`,
  ];
  return `${markdown.join(blocks, "\n\n")}\n`;
}

function groupBlocks(group: FindingGroup): readonly Markdown[] {
  const { level, contracts } = group;
  const shown = contracts.map(({ title, facts }) => {
    const own = facts.map(({ label, value }) => markdown` · ${label}: ${value}`);
    return markdown`${code(title)}${own}`;
  });
  return [
    markdown`### ${LEVELS[level].symbol} ${codeLink(group.code)} ${group.message}`,
    quotation(markdown`**${level}** ${formatCount(contracts.length, "contract")}`, group),
    markdown.join(shown, "<br>\n"),
  ];
}

function contractTable({ contracts }: PreflightReport): Markdown {
  const getTitle = titles(contracts);
  const rows = contracts.map((contract) => [
    LEVELS[contract.verdict].symbol,
    code(getTitle(contract)),
    expectedWords(contract),
    contract.size.runtime,
    contract.submission?.files.length ?? 0,
  ]);
  return table(["", "Contract", "Expected match", "Code (bytes)", "Files"], rows);
}
