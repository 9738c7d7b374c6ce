import stringWidth from "string-width";

const GRAPHEMES = new Intl.Segmenter();

/**
 * The columns of a terminal that text takes: two for a CJK character or an emoji, none for a combining mark. As the
 * live list of a run counts them, so that both agree.
 */
export function columnsOf(text: string): number {
  return stringWidth(text);
}

/** What a reader sees as one character: what must not be cut in two. */
export function graphemesOf(text: string): readonly string[] {
  return Array.from(GRAPHEMES.segment(text), ({ segment }) => segment);
}

/** As many whole characters from the start as fit into so many columns. */
export function headOf(text: string, columns: number): string {
  return fitting(graphemesOf(text), columns).join("");
}

/** As many whole characters at the end as fit into so many columns. */
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
