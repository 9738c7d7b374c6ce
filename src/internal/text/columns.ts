import { createRequire } from "node:module";
import type stringWidth from "string-width";

/** Nothing but characters of one column, and none that joins its neighbour: most texts of a screen. */
const ONE_COLUMN_EACH = /^[ -~·–…✔✖█░]*$/;
const require = createRequire(import.meta.url);
// Loaded only for other texts: it takes 35 ms, and most runs show none.
let libraryWidth: typeof stringWidth | undefined;
let segmenter: Intl.Segmenter | undefined;

/**
 * The terminal columns of a text: two for a CJK character or an emoji, none for a combining mark. The live list counts
 * them the same way.
 */
export function columnsOf(text: string): number {
  if (ONE_COLUMN_EACH.test(text)) return text.length;
  libraryWidth ??= (require("string-width") as { default: typeof stringWidth }).default;
  return libraryWidth(text);
}

/** The visible characters, which must not be split. */
export function graphemesOf(text: string): readonly string[] {
  if (ONE_COLUMN_EACH.test(text)) return Array.from(text);
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The longest start that fits into `columns`, in whole characters. */
export function headOf(text: string, columns: number): string {
  return fitting(graphemesOf(text), columns).join("");
}

/** The longest end that fits into `columns`, in whole characters. */
export function tailOf(text: string, columns: number): string {
  return fitting(graphemesOf(text).toReversed(), columns).toReversed().join("");
}

function fitting(graphemes: readonly string[], columns: number): readonly string[] {
  let used = 0;
  const end = graphemes.findIndex((grapheme) => {
    used += columnsOf(grapheme);
    return used > columns;
  });
  return end === -1 ? graphemes : graphemes.slice(0, end);
}
