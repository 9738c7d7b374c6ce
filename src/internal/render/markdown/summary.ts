import type { Report } from "../../report/model.ts";
import { type Extent, markdownOf, writeMarkdown } from "./markdown.ts";

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

/** The largest count up to `most` that holds; undefined if not even 0 does. A count that holds, holds for less. */
function largest(most: number, holds: (count: number) => boolean): number | undefined {
  if (!holds(0)) return undefined;
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Cuts after a whole line, because half an entity or tag would be visible. */
function cutAfterLine(text: string, maxBytes: number): string {
  const lines = text.split("\n");
  const sizes = lines.map((line) => Buffer.byteLength(line) + 1);
  let total = 0;
  const kept = lines.filter((_, index) => {
    total += sizes[index] ?? 0;
    return total <= maxBytes;
  });
  return kept.length === 0 ? "" : `${kept.join("\n")}\n`;
}
