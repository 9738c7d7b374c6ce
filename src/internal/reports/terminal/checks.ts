import { printable } from "../escape.ts";
import type { Check } from "../model.ts";
import { CHECK_SYMBOLS, checkDetails } from "../view/check-words.ts";
import { labelled, lengthOf, type Paint, pad, wrap } from "./layout.ts";
import type { Style } from "./style.ts";

/** The narrowest subject column before the table gets wider than the screen. */
const FEWEST_SUBJECT_COLUMNS = 18;

/** Room for the longest of `expected`, `actual` and `reason`. */
const DETAIL_WIDTH = 10;

/** The table of checks: symbol, id, subject, witnesses; below each that did not pass, why. */
export function checkLines(checks: readonly Check[], style: Style, width: number): readonly string[] {
  const rows = checks.map((check) => ({
    check,
    id: printable(check.id, 32),
    witnesses: check.witnesses.map(witnessWord).join(", "),
  }));
  const idWidth = Math.max(0, ...rows.map(({ id }) => lengthOf(id)));
  const witnessWidth = Math.max(0, ...rows.map(({ witnesses }) => lengthOf(witnesses)));
  const subjectWidth = Math.max(width - 4 - idWidth - witnessWidth - 4, FEWEST_SUBJECT_COLUMNS);
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

function detailLines(check: Check, style: Style, width: number): readonly string[] {
  return checkDetails(check).flatMap(({ label, value }) =>
    labelled(
      { label, lines: [{ text: value }] },
      { width, indent: 6, column: DETAIL_WIDTH, paintLabel: style.dim },
    ),
  );
}

/** Short, so that a table of three witnesses fits into 80 columns. */
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
