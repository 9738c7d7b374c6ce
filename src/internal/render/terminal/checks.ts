import type { Check } from "../../report/model.ts";
import { cleanText } from "../../text/clean-text.ts";
import { columnsOf } from "../../text/columns.ts";
import { CHECK_SYMBOLS, checkDetails } from "../words/check-words.ts";
import { labelled, type Paint, pad, wrap } from "./layout.ts";
import type { Style } from "./style.ts";

/** A narrower subject column is unreadable: then everything goes below the id. */
const FEWEST_SUBJECT_COLUMNS = 18;

/** Room for the longest of `expected`, `actual` and `reason`. */
const DETAIL_WIDTH = 10;

/** The table of checks: symbol, id, subject, witnesses; below each that did not pass, the reason. */
export function checkLines(checks: readonly Check[], style: Style, width: number): readonly string[] {
  const rows = checks.map((check) => ({
    check,
    id: cleanText(check.id, 32),
    witnesses: check.witnesses.map(witnessWord).join(", "),
  }));
  const idWidth = Math.max(0, ...rows.map(({ id }) => columnsOf(id)));
  const witnessWidth = Math.max(0, ...rows.map(({ witnesses }) => columnsOf(witnesses)));
  const subjectWidth = width - 4 - idWidth - witnessWidth - 4;
  if (subjectWidth < FEWEST_SUBJECT_COLUMNS) return rows.flatMap((row) => stackedLines(row, style, width));
  return rows.flatMap(({ check, id, witnesses }) => {
    const [subject = "", ...more] = wrap(check.subject, subjectWidth);
    const symbol = painted(check.status, style)(CHECK_SYMBOLS[check.status]);
    const cells = `${pad(id, idWidth)}  ${pad(subject, witnesses === "" ? 0 : subjectWidth)}`.trimEnd();
    return [
      `  ${symbol} ${pad(cells, witnesses === "" ? 0 : idWidth + 2 + subjectWidth)}${witnesses === "" ? "" : `  ${style.dim(witnesses)}`}`,
      ...more.map((line) => `${" ".repeat(4 + idWidth + 2)}${line}`),
      ...detailLines(check, style, width),
    ];
  });
}

interface Row {
  readonly check: Check;
  readonly id: string;
  readonly witnesses: string;
}

/** A check on a narrow screen. */
function stackedLines({ check, id, witnesses }: Row, style: Style, width: number): readonly string[] {
  return [
    `  ${painted(check.status, style)(CHECK_SYMBOLS[check.status])} ${id}`,
    ...wrap(check.subject, width - 6).map((line) => `      ${line}`),
    ...wrap(witnesses, width - 6).map((line) => `      ${style.dim(line)}`),
    ...detailLines(check, style, width),
  ];
}

function detailLines(check: Check, style: Style, width: number): readonly string[] {
  return checkDetails(check).flatMap(({ label, value }) =>
    labelled(
      { label, lines: [{ text: value }] },
      { width, indent: 6, column: DETAIL_WIDTH, paintLabel: style.dim },
    ),
  );
}

/** Short, so that three witnesses fit into 80 columns. */
function witnessWord(witness: Check["witnesses"][number]): string {
  return witness === "query service" ? "query" : witness;
}

function painted(status: Check["status"], style: Style): Paint {
  switch (status) {
    case "passed":
      return style.ok;
    case "failed":
      return style.bad;
    case "unknown":
      return style.warn;
    case "skipped":
      return style.dim;
  }
}
