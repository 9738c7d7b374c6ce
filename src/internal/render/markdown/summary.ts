import type { Report } from "../../report/model.ts";
import { type Extent, markdownOf, writeMarkdown } from "./markdown.ts";
import { cutAfterLine, largest } from "./within.ts";

/**
 * {@link writeMarkdown} in at most `maxBytes`: drops details first, then rows of the table, good ones before failed
 * ones, and says so. GitHub accepts 1 MiB for the summaries of a step, and otherwise drops them.
 */
export function writeMarkdownSummary(report: Report, maxBytes: number): string {
  const fits = (extent: Extent): boolean => Buffer.byteLength(markdownOf(report, extent)) <= maxBytes;
  const most = report.contracts.length;
  if (fits({ details: most, rows: most })) return writeMarkdown(report);
  const details = largest(most, (count) => fits({ details: count, rows: most }));
  if (details !== undefined) return markdownOf(report, { details, rows: most });
  const rows = largest(most, (count) => fits({ details: 0, rows: count }));
  const shortest = markdownOf(report, { details: 0, rows: rows ?? 0 });
  return rows === undefined ? cutAfterLine(shortest, maxBytes) : shortest;
}
