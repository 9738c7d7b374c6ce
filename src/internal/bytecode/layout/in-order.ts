import type { CodePart } from "../../report/model.ts";

/** The parts in order; of two that overlap the first one given stays. */
export function inOrder(parts: readonly CodePart[]): readonly CodePart[] {
  const kept: CodePart[] = [];
  for (const part of parts) {
    const overlaps = kept.some(
      ({ start, length }) => start < part.start + part.length && part.start < start + length,
    );
    if (part.length > 0 && !overlaps) kept.push(part);
  }
  return kept.sort((a, b) => a.start - b.start);
}
