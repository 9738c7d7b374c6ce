import { cleanText, linesOf } from "../../text/clean-text.ts";
import { columnsOf } from "../../text/columns.ts";
import { inert } from "../inert.ts";
import { pad, widestWhole, wrap } from "./layout.ts";
import type { Style } from "./style.ts";

/** A problem from a report, or a thrown one. */
export interface ProblemText {
  readonly code: string;
  readonly message: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly likely?: string;
  readonly next?: string;
}

/** A longer label, such as a configuration key, gets its own line. */
const WIDEST_COLUMN = 24;

/** A foreign label must not push the values off the screen. */
const LONGEST_LABEL = 100;

/**
 * A problem on a screen: code and sentence, the facts, the likely cause, the next step.
 *
 * @param between Lines between the facts and the likely cause. @default none
 */
export function renderProblem(
  problem: ProblemText,
  style: Style,
  width = Number.POSITIVE_INFINITY,
  between: readonly string[] = [],
): string {
  const { code, message, facts, likely, next } = problem;
  const shownCode = cleanText(code, WIDEST_COLUMN);
  const cause = likely === undefined ? [] : [{ label: "Likely", value: likely }];
  const rowsOf = (all: ProblemText["facts"]): readonly Row[] =>
    all.map(({ label, value }) => ({ label: cleanText(label, LONGEST_LABEL), lines: linesOf(value) }));
  const [said, causes] = [rowsOf(facts), rowsOf(cause)];
  const together = between.length === 0 ? [...said, ...causes] : said;
  const indent = columnsOf(shownCode) + 1;
  const lines = [
    ...hanging(`${style.bad(style.bold(shownCode))} `, indent, wrap(message, width - indent)),
    ...rowLines(together, style, width),
    ...between,
    ...(between.length === 0 ? [] : rowLines(causes, style, width)),
    // Never wrapped, because users copy it.
    ...(next === undefined ? [] : [`${style.bold("Try:")} ${cleanText(next)}`]),
  ];
  return inert(lines.join("\n"));
}

interface Row {
  readonly label: string;
  readonly lines: readonly string[];
}

function rowLines(rows: readonly Row[], style: Style, width: number): readonly string[] {
  const inColumn = rows.map(({ label }) => columnsOf(label)).filter((length) => length <= WIDEST_COLUMN);
  const column = Math.max(0, ...inColumn) + 2;
  return rows.flatMap(({ label, lines }) => {
    const space = width - column - 2;
    const isBelow =
      columnsOf(label) > WIDEST_COLUMN ||
      // What fits in neither place sticks out less below a wide column.
      lines.some(
        (line) => widestWhole(line) > space && (widestWhole(line) <= width - 4 || column > width / 2),
      );
    if (isBelow) {
      return [
        ...wrap(label, width - 2).map((line) => `  ${style.dim(line)}`),
        ...lines.flatMap((line) => wrap(line, width - 4)).map((line) => `    ${line}`),
      ];
    }
    return hanging(
      `  ${style.dim(pad(label, column))}`,
      column + 2,
      lines.flatMap((line) => wrap(line, space)),
    );
  });
}

function hanging(first: string, indent: number, lines: readonly string[]): readonly string[] {
  return lines.length === 0
    ? [first.trimEnd()]
    : lines.map((line, index) => (index === 0 ? `${first}${line}` : `${" ".repeat(indent)}${line}`));
}
