import { structuredPatch } from "diff";

import type { StandardJsonInput } from "../../domain/compiler-input.ts";
import type { SourceFiles } from "../../domain/record.ts";
import type { SourceDifference } from "../../report/model.ts";
import { countWords } from "../../text/amounts.ts";

const MOST_FILES = 5;
const MOST_LINES = 80;
/** A file with more changed lines is a different file. Also bounds the time. */
const MOST_CHANGES = 2000;
const CONTEXT = 3;
/** Characters. The diff walks equal stretches once for each change. */
const LONGEST = 1_000_000;

/**
 * Returns the record's sources that the build lacks, or that differ from the build's.
 *
 * @param recorded The sources on record, which may include sources that the contract doesn't need.
 */
export function sourceDifferences(
  recorded: SourceFiles,
  { sources }: Pick<StandardJsonInput, "sources">,
): readonly SourceDifference[] {
  const differing = Object.keys(recorded)
    .sort()
    .filter((path) => recorded[path]?.content !== sources[path]?.content);
  return differing.slice(0, MOST_FILES).map((path) => {
    const built = sources[path]?.content;
    return built === undefined
      ? { path, diff: "", note: "only the record has it" }
      : { path, ...diffOf(built, recorded[path]?.content ?? "") };
  });
}

function diffOf(built: string, recorded: string): Omit<SourceDifference, "path"> {
  if (Math.max(built.length, recorded.length) > LONGEST)
    return { diff: "", note: "too long to show how it differs" };
  const patch = structuredPatch("", "", built, recorded, "", "", {
    context: CONTEXT,
    maxEditLength: MOST_CHANGES,
  });
  if (patch === undefined) return { diff: "", note: "almost every line differs" };
  const lines = patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines: changed }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...changed,
  ]);
  const rest = lines.length - MOST_LINES;
  return {
    diff: lines.slice(0, MOST_LINES).join("\n"),
    ...(rest > 0 ? { note: `and ${countWords(rest, "more line")}` } : {}),
  };
}
