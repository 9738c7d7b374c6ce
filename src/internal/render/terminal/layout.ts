import { cleanText } from "../../text/clean-text.ts";
import { countColumns, splitGraphemes, takeHead, takeTail } from "../../text/columns.ts";
import { inert } from "../inert.ts";
import type { FactLines } from "../words/fact-lines.ts";
import type { Statement } from "../words/statement.ts";
import type { Style } from "./style.ts";

export interface Screen {
  readonly style: Style;
  readonly width: number;
  /** Collects the codes for the screen's last line, which explains how to look them up. */
  readonly codes?: Set<string> | undefined;
}

/** Ten letters and two spaces. A hash still fits into 80 columns. */
export const LABEL_WIDTH = 12;

/** Wider prose is hard to read. */
const MAX_COLUMNS = 100;

/** A lead is usually a type and a name. A longer lead goes before the text instead of in a column. */
const MAX_LEAD_WIDTH = 22;

/** Enough for a few words beside a long label on a narrow screen. */
const MIN_CELL_COLUMNS = 18;

/** Rows in a wider table are hard to follow. */
export const MAX_TABLE_COLUMNS = 200;

/** On a narrower screen, the terminal wraps the lines. */
const MIN_COLUMNS = 40;

/** A stream that isn't a terminal may report any width, or none. */
export function createScreen(style: Style, width: number, most = MAX_COLUMNS): Screen {
  const columns = Number.isFinite(width) ? Math.min(Math.max(Math.floor(width), MIN_COLUMNS), most) : 80;
  return { style, width: columns, codes: new Set() };
}

/** A path, an id, a URL. Only ASCII, because a terminal may wrap it into this program's symbol column. */
const TO_COPY = /^["'(]*(?=[\w./:@-]{0,256}[/\d])[\w./:@#~+%=&?$*<>-]{12,256}["').,;:…]*$/;

/** Text of up to this width, such as "GET", stays on the same line as the overlong URL after it. */
const SHORT_START = 8;

/** A path or a hash stays whole. A terminal would wrap any other long word to the first column, so it is broken. */
export function wrap(text: string, width: number): readonly string[] {
  const space = Math.max(width, MIN_CELL_COLUMNS);
  const lines: string[] = [];
  let line = "";
  for (const piece of pieces(text, space)) {
    const longer = line === "" ? piece : `${line} ${piece}`;
    if (
      countColumns(longer) <= space ||
      countColumns(line) <= (countColumns(piece) > space ? SHORT_START : 0)
    ) {
      line = longer;
    } else {
      lines.push(line);
      line = piece;
    }
  }
  return line === "" ? lines : [...lines, line];
}

/** Skips empty blocks. */
export function joinBlocks(blocks: readonly (readonly string[])[]): string {
  return inert(
    blocks
      .filter((lines) => lines.length > 0)
      .map((lines) => lines.join("\n"))
      .join("\n\n"),
  );
}

export function paragraph(text: string, { width }: Screen): readonly string[] {
  return wrap(text, width - 2).map((line) => `  ${line}`);
}

export function titledBlock(title: string, texts: readonly string[], screen: Screen): readonly string[] {
  if (texts.length === 0) return [];
  return [screen.style.bold(title), ...texts.flatMap((text) => paragraph(text, screen))];
}

/** The symbol conveys the meaning without color. */
export function symbolLines(
  { tone, symbol, text }: Statement,
  { style, width }: Screen,
  shown = text,
): readonly string[] {
  return wrap(shown, width - 2).map(
    (line, index) => `${index === 0 ? style[tone](symbol) : " "} ${style.bold(line)}`,
  );
}

export function factLines(facts: readonly FactLines[], screen: Screen): readonly string[] {
  return facts.flatMap((fact) => labelled(fact, screen));
}

/** Cuts the middle, because readers recognize an address by its ends. */
export function shorten(text: string, width: number): string {
  return cut(text, width, 0.5);
}

export function cutEnd(text: string, width: number): string {
  return cut(text, width, 1);
}

/** @param headShare The part of the remaining columns that shows the start of the text. */
function cut(text: string, width: number, headShare: number): string {
  const clean = cleanText(text);
  if (countColumns(clean) <= width) return clean;
  const kept = Math.max(width - 1, 1);
  const head = Math.ceil(kept * headShare);
  return `${takeHead(clean, head)}…${takeTail(clean, kept - head)}`;
}

/** "  Label     text", wrapped. Unbreakable text that doesn't fit beside the label goes below it. */
export function labelled(
  { label, lines }: FactLines,
  screen: Screen,
  indent = 2,
  column = LABEL_WIDTH,
): readonly string[] {
  const { width, style } = screen;
  const space = width - indent - column;
  const isBelow =
    countColumns(cleanText(label)) + 2 > column ||
    lines.some(({ lead = "", text, whole }) => {
      const needed = countColumns(lead) + widestWhole(text);
      // If the label column is wide, text that is too long both beside and below the label overflows less below it.
      const isBetterBelow = needed <= width - indent - 2 || column > width / 2;
      return whole !== true && needed > space && isBetterBelow;
    });
  if (isBelow && label !== "")
    return [
      ...wrap(label, width - indent).map((line) => `${" ".repeat(indent)}${style.dim(line)}`),
      ...labelled({ label: "", lines }, screen, indent, 2),
    ];
  const cells = lines.map(({ lead, text, whole }) => ({ lead: cleanText(lead ?? ""), text, whole }));
  const leadWidth = Math.max(0, ...cells.map(({ lead }) => countColumns(lead)));
  const isInline = leadWidth > MAX_LEAD_WIDTH || space - leadWidth - 2 < MIN_CELL_COLUMNS;
  const body = cells.flatMap(({ lead, text, whole }) => {
    if (leadWidth === 0 || isInline)
      return wrap(
        `${lead} ${text}`,
        whole === true && widestWhole(text) > 0 ? Number.POSITIVE_INFINITY : space,
      );
    if (whole === true && widestWhole(text) > 0) return [`${pad(lead, leadWidth)}  ${cleanText(text)}`];
    if (leadWidth + 2 + widestWhole(text) > space)
      return [lead, ...wrap(text, space - 2).map((line) => `  ${line}`)];
    return wrap(text, space - leadWidth - 2).map(
      (line, index) => `${pad(index === 0 ? lead : "", leadWidth)}  ${line}`,
    );
  });
  return body.map((line, index) => {
    const cell = pad(index === 0 && label !== "" ? `${cleanText(label)}  ` : "", column);
    return `${" ".repeat(indent)}${index === 0 ? style.dim(cell) : cell}${line}`;
  });
}

/** The width of styled text would be measured incorrectly. */
export function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(width - countColumns(text), 0));
}

function pieces(text: string, width: number): readonly string[] {
  return (
    cleanText(text)
      // Keeps "(chain 31337)" together.
      .split(/ (?!\d+\)[.,:;]?(?: |$))/)
      .flatMap((word) => (TO_COPY.test(word) ? [word] : chunks(word, width)))
  );
}

function chunks(word: string, columns: number): readonly string[] {
  const parts: string[] = [];
  let rest = word;
  while (countColumns(rest) > columns) {
    const part = takeHead(rest, columns) || (splitGraphemes(rest)[0] ?? rest);
    parts.push(part);
    rest = rest.slice(part.length);
  }
  return [...parts, rest];
}

/** 0 if every word can be broken. */
function widestWhole(text: string): number {
  return cleanText(text)
    .split(" ")
    .reduce((widest, word) => (TO_COPY.test(word) ? Math.max(widest, countColumns(word)) : widest), 0);
}
