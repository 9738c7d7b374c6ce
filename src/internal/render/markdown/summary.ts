import type { Report } from "../../report/model.ts";
import { type Extent, markdownOf, writeMarkdown } from "./markdown.ts";

/**
 * {@link writeMarkdown} in at most so many bytes: details go first, then rows of the table, the good ones before those
 * that failed; and it says what was left out. GitHub takes 1 MiB for the summaries of a step, or nothing at all.
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

/** The largest count up to `most` that holds; undefined where not even none does. What holds for one holds for less. */
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

/** Whole lines only, because half of an entity or of a tag would be shown as it is. */
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
