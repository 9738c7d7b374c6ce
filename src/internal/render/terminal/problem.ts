import { getDocsPlace, getDocsUrl, HOME } from "../../errors/home.ts";
import type { Problem, Report } from "../../report/model.ts";
import { cleanText, cleanToLines } from "../../text/clean-text.ts";
import { countColumns } from "../../text/columns.ts";
import { inert } from "../inert.ts";
import { likelyFacts } from "../words/fact-lines.ts";
import { ACCEPT_WORDS, EVIDENCE_WORDS, evidenceShown } from "../words/facts.ts";
import { pad, type Screen, widestWhole, wrap } from "./layout.ts";
import type { Style } from "./style.ts";

/** A longer label, such as a configuration key, gets its own line. */
const WIDEST_COLUMN = 24;

/** A foreign label must not push the values off the screen. */
const LONGEST_LABEL = 100;

/** A problem on a screen: code and sentence, the facts, the likely cause, the next step, and where the code is explained. */
export function renderProblem(problem: Problem, style: Style, width = Number.POSITIVE_INFINITY): string {
  const codes = new Set<string>();
  const lines = problemLines(problem, { style, width, codes });
  return inert([...lines, ...closingLine(codes, style)].join("\n"));
}

/**
 * The screen's closing line explains the code.
 *
 * @param between Lines between the facts and the likely cause.
 */
export function problemLines(
  problem: Problem,
  screen: Screen,
  between: readonly string[] = [],
): readonly string[] {
  const { style, width, codes } = screen;
  const { code, message, facts, next } = problem;
  const shownCode = cleanText(code, WIDEST_COLUMN);
  const causes = likelyFacts(problem);
  const indent = countColumns(shownCode) + 1;
  codes?.add(shownCode);
  return [
    ...hanging(`${linkedCode(shownCode, style, style.bad)} `, indent, wrap(message, width - indent)),
    ...(between.length === 0
      ? rowLines([...facts, ...causes], screen)
      : [...rowLines(facts, screen), ...between, ...rowLines(causes, screen)]),
    ...nextLine(next, style),
  ];
}

/** Never wrapped, because users copy it. */
export function nextLine(next: string | undefined, style: Style): readonly string[] {
  return next === undefined ? [] : [`${style.bold("Try:")} ${cleanText(next)}`];
}

/** An error code, which leads to its page where the screen shows links. */
export function linkedCode(code: string, { bold, hyperlink }: Style, paint: Style["bad"]): string {
  const painted = paint(bold(code));
  const url = getDocsUrl(code);
  return hyperlink === undefined || url === undefined ? painted : hyperlink(painted, url);
}

/**
 * The end of a screen, in one dim line: where its codes are explained, and what lets others compute a failure anew. Never
 * wrapped, because users copy both.
 */
export function closingLine(
  codes: Iterable<string>,
  style: Style,
  report: Pick<Report, "evidence"> = {},
): readonly string[] {
  const parts = [
    ...docsWords(codes, style),
    ...evidenceShown(report).map((shown) => `${EVIDENCE_WORDS}: ${cleanText(shown)}`),
  ];
  return parts.length === 0 ? [] : [style.dim(parts.join("  "))];
}

/** The command that accepts what drifted. Never wrapped, because users copy it. */
export function acceptLines({ accept }: Pick<Report, "accept">, style: Style): readonly string[] {
  return accept === undefined ? [] : [`${style.bold(`${ACCEPT_WORDS}:`)} ${cleanText(accept)}`];
}

/** Nothing where the code itself is the link. */
function docsWords(codes: Iterable<string>, { hyperlink, docsPage }: Style): readonly string[] {
  const place = getDocsPlace(codes, docsPage);
  return place === undefined || (hyperlink !== undefined && HOME !== undefined) ? [] : [`Docs: ${place}`];
}

function rowLines(facts: Problem["facts"], { style, width }: Screen): readonly string[] {
  const rows = facts.map(({ label, value }) => ({
    label: cleanText(label, LONGEST_LABEL),
    lines: cleanToLines(value),
  }));
  const inColumn = rows.map(({ label }) => countColumns(label)).filter((length) => length <= WIDEST_COLUMN);
  const column = Math.max(0, ...inColumn) + 2;
  return rows.flatMap(({ label, lines }) => {
    const space = width - column - 2;
    const isBelow =
      countColumns(label) > WIDEST_COLUMN ||
      // A text that fits in neither place sticks out less below a wide column.
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

/** Lines below each other after a first text of so many columns. */
export function hanging(first: string, indent: number, lines: readonly string[]): readonly string[] {
  return lines.length === 0
    ? [first.trimEnd()]
    : lines.map((line, index) => (index === 0 ? `${first}${line}` : `${" ".repeat(indent)}${line}`));
}
