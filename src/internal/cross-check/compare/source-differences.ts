import { structuredPatch } from "diff";
import type { StandardJsonInput } from "../../domain/compiler-input.ts";
import type { SourceFiles } from "../../domain/record.ts";
import type { SourceDifference } from "../../report/model.ts";
import { formatCount } from "../../text/amounts.ts";

const MAX_FILES = 5;
const MAX_LINES = 80;
/**
 * Maximum number of changed lines. Above this limit, the source is considered a different file. This also limits the
 * running time.
 */
const MAX_CHANGES = 2000;
const CONTEXT = 3;
/** In characters. Limits the running time, because the diff rescans the unchanged text after each change. */
const MAX_LENGTH = 1_000_000;

/**
 * Returns the record's sources that are missing from the build or differ from the build's sources.
 *
 * @param recorded The record's sources, which may include sources that the contract doesn't need.
 */
export function findSourceDifferences(
  recorded: SourceFiles,
  { sources }: Pick<StandardJsonInput, "sources">,
): readonly SourceDifference[] {
  const differing = Object.keys(recorded)
    .sort()
    .filter((path) => recorded[path]?.content !== sources[path]?.content);
  return differing.slice(0, MAX_FILES).map((path) => {
    const built = sources[path]?.content;
    return built === undefined
      ? { path, diff: "", note: "only the record has it" }
      : { path, ...createDiff(built, recorded[path]?.content ?? "") };
  });
}

function createDiff(built: string, recorded: string): Omit<SourceDifference, "path"> {
  if (Math.max(built.length, recorded.length) > MAX_LENGTH)
    return { diff: "", note: "too long to show how it differs" };
  const patch = structuredPatch("", "", built, recorded, "", "", {
    context: CONTEXT,
    maxEditLength: MAX_CHANGES,
  });
  if (patch === undefined) return { diff: "", note: "almost every line differs" };
  const lines = patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines: changed }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...changed,
  ]);
  const rest = lines.length - MAX_LINES;
  return {
    diff: lines.slice(0, MAX_LINES).join("\n"),
    ...(rest > 0 ? { note: `and ${formatCount(rest, "more line")}` } : {}),
  };
}
