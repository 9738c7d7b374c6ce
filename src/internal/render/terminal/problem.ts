import { anchorOf, docsOf, docsUrl } from "../../errors/home.ts";
import type { Report } from "../../report/model.ts";
import { cleanText, linesOf } from "../../text/clean-text.ts";
import { columnsOf } from "../../text/columns.ts";
import { inert } from "../inert.ts";
import { EVIDENCE_WORDS, evidenceShown } from "../words/facts.ts";
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

export interface ProblemLayout {
  /** Lines between the facts and the likely cause. @default none */
  readonly between?: readonly string[];
  /** Collects the codes of a screen that has one line for all of them. @default this problem has its own line */
  readonly codes?: Set<string> | undefined;
}

/** A problem on a screen: code and sentence, the facts, the likely cause, the next step, and where the code is explained. */
export function renderProblem(
  problem: ProblemText,
  style: Style,
  width = Number.POSITIVE_INFINITY,
  { between = [], codes }: ProblemLayout = {},
): string {
  const { code, message, facts, likely, next } = problem;
  const shownCode = cleanText(code, WIDEST_COLUMN);
  const cause = likely === undefined ? [] : [{ label: "Likely", value: likely }];
  const rowsOf = (all: ProblemText["facts"]): readonly Row[] =>
    all.map(({ label, value }) => ({ label: cleanText(label, LONGEST_LABEL), lines: linesOf(value) }));
  const [said, causes] = [rowsOf(facts), rowsOf(cause)];
  const together = between.length === 0 ? [...said, ...causes] : said;
  const indent = columnsOf(shownCode) + 1;
  codes?.add(shownCode);
  const lines = [
    ...hanging(`${linkedCode(shownCode, style, style.bad)} `, indent, wrap(message, width - indent)),
    ...rowLines(together, style, width),
    ...between,
    ...(between.length === 0 ? [] : rowLines(causes, style, width)),
    // Never wrapped, because users copy it.
    ...(next === undefined ? [] : [`${style.bold("Try:")} ${cleanText(next)}`]),
    ...(codes === undefined ? docsLines([shownCode], style) : []),
  ];
  return inert(lines.join("\n"));
}

/** An error code, which leads to its page where the screen shows links. */
export function linkedCode(code: string, { bold, hyperlink }: Style, paint: Style["bad"]): string {
  const painted = paint(bold(code));
  const url = docsOf(code);
  return hyperlink === undefined || url === undefined ? painted : hyperlink(painted, url);
}

/** Where codes are explained: nothing where the code itself is the link. Never wrapped, because users copy it. */
export function docsLines(codes: Iterable<string>, style: Style): readonly string[] {
  const [first, ...others] = [...codes].filter((code) => docsOf(code) !== undefined);
  if (first === undefined || style.hyperlink !== undefined) return [];
  const also = others.length === 0 ? "" : ` (also ${others.map((code) => `#${anchorOf(code)}`).join(", ")})`;
  return [`${style.bold("Docs:")} ${docsUrl(first)}${also}`];
}

/** What lets others compute a failure anew. Never wrapped, because users copy it. */
export function evidenceLines(report: Pick<Report, "evidence">, style: Style): readonly string[] {
  const shown = evidenceShown(report);
  return shown === undefined ? [] : [`${style.bold(`${EVIDENCE_WORDS}:`)} ${cleanText(shown)}`];
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
