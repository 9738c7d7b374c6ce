import { cleanText } from "../../text/clean-text.ts";
import { columnsOf, graphemesOf, headOf } from "../../text/columns.ts";
import type { FactLines } from "../words/facts.ts";

/** Paints text that is already clean and short enough. */
export type Paint = (text: string) => string;

const unpainted: Paint = (text) => text;

/** The label column of a screen: ten letters and two blanks. A hash still fits into 80 columns. */
export const LABEL_WIDTH = 12;

/** Wider prose is hard to read. */
const MOST_COLUMNS = 100;

/** A type and a name; a longer lead goes into the line itself. */
const WIDEST_LEAD = 22;

/** A column has room for a few words, even on a narrow screen beside a long label. */
const FEWEST_CELL_COLUMNS = 18;

/** The terminal itself wraps lines on a narrower screen. */
const FEWEST_COLUMNS = 40;

/** The columns of the layout. A stream that isn't a terminal may report any number, or none. */
export function columnsFor(width: number): number {
  return Number.isFinite(width) ? Math.min(Math.max(Math.floor(width), FEWEST_COLUMNS), MOST_COLUMNS) : 80;
}

/**
 * Cleans text and wraps it. It also breaks a word that is longer than a line, which a terminal would continue in the
 * first column, where only this program may write.
 */
export function wrap(text: string, width: number): readonly string[] {
  const space = Math.max(width, FEWEST_CELL_COLUMNS);
  const lines: string[] = [];
  let line = "";
  for (const piece of pieces(text, space)) {
    const longer = line === "" ? piece : `${line} ${piece}`;
    if (columnsOf(longer) <= space || line === "") {
      line = longer;
    } else {
      lines.push(line);
      line = piece;
    }
  }
  return line === "" ? lines : [...lines, line];
}

export interface LabelledOptions {
  readonly width: number;
  readonly indent?: number;
  readonly column?: number;
  readonly paint?: Paint;
  readonly paintLabel?: Paint;
}

/** "  Label     text", wrapped; the label appears once, and short leads line up. */
export function labelled(
  { label, lines }: FactLines,
  { width, indent = 2, column = LABEL_WIDTH, paint = unpainted, paintLabel = unpainted }: LabelledOptions,
): readonly string[] {
  const space = width - indent - column;
  const cells = lines.map(({ lead, text, whole }) => ({ lead: cleanText(lead ?? ""), text, whole }));
  const leadWidth = Math.max(0, ...cells.map(({ lead }) => columnsOf(lead)));
  const body = cells.flatMap(({ lead, text, whole }) =>
    leadWidth === 0 || leadWidth > WIDEST_LEAD || space - leadWidth - 2 < FEWEST_CELL_COLUMNS
      ? wrap(`${lead} ${text}`, whole === true ? Number.POSITIVE_INFINITY : space)
      : wrap(text, space - leadWidth - 2).map(
          (line, index) => `${pad(index === 0 ? lead : "", leadWidth)}  ${line}`,
        ),
  );
  return body.map((line, index) => {
    const cell = pad(index === 0 ? cleanText(label) : "", column);
    return `${" ".repeat(indent)}${index === 0 ? paintLabel(cell) : cell}${paint(line)}`;
  });
}

/** Pads clean text to a column; painted text has the wrong length. */
export function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(width - columnsOf(text), 0));
}

function pieces(text: string, width: number): readonly string[] {
  return cleanText(text)
    .split(" ")
    .flatMap((word) => chunks(word, width));
}

/** Cuts a long word, after a slash if possible, so that a path stays readable. */
function chunks(word: string, columns: number): readonly string[] {
  const parts: string[] = [];
  let rest = word;
  while (columnsOf(rest) > columns) {
    const head = headOf(rest, columns) || (graphemesOf(rest)[0] ?? rest);
    const part = head.slice(0, head.lastIndexOf("/") + 1) || head;
    parts.push(part);
    rest = rest.slice(part.length);
  }
  return [...parts, rest];
}
