import { createRequire } from "node:module";
import type stringWidth from "string-width";

/** Characters that each take one column and never combine with a neighbor. Most displayed text consists of them. */
const ONE_COLUMN_EACH = /^[ -~·–…✔✖█░]*$/;
const require = createRequire(import.meta.url);
// Loaded only for other text, because loading takes 35 ms and most runs don't show any.
let libraryWidth: typeof stringWidth | undefined;
let segmenter: Intl.Segmenter | undefined;

/**
 * Counts the terminal columns of a string: two for a CJK character or an emoji, none for a combining mark. The live
 * list counts in the same way.
 */
export function countColumns(text: string): number {
  if (ONE_COLUMN_EACH.test(text)) return text.length;
  libraryWidth ??= (require("string-width") as { default: typeof stringWidth }).default;
  return libraryWidth(text);
}

/** Splits text into visible characters, which must stay whole. */
export function splitGraphemes(text: string): readonly string[] {
  if (ONE_COLUMN_EACH.test(text)) return Array.from(text);
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Returns the longest prefix that fits into `columns`, in whole characters. */
export function takeHead(text: string, columns: number): string {
  return takeFitting(splitGraphemes(text), columns).join("");
}

/** Returns the longest suffix that fits into `columns`, in whole characters. */
export function takeTail(text: string, columns: number): string {
  return takeFitting(splitGraphemes(text).toReversed(), columns).toReversed().join("");
}

function takeFitting(graphemes: readonly string[], columns: number): readonly string[] {
  let used = 0;
  const end = graphemes.findIndex((grapheme) => {
    used += countColumns(grapheme);
    return used > columns;
  });
  return end === -1 ? graphemes : graphemes.slice(0, end);
}
