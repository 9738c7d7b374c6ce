import type { Check } from "../../report/model.ts";
import { cleanText } from "../../text/clean-text.ts";
import { countColumns } from "../../text/columns.ts";
import { CHECK_SYMBOLS, checkDetails } from "../words/claim-words.ts";
import { fact } from "../words/fact-lines.ts";
import { labelled, pad, type Screen, wrap } from "./layout.ts";

/** In a narrower column, the subject goes below the id. */
const MIN_SUBJECT_COLUMNS = 18;

/** The longest label is `expected`. */
const DETAIL_WIDTH = 10;

const TONES = { passed: "ok", failed: "bad", unknown: "warn", skipped: "dim" } as const;

/** A reason shared by consecutive checks appears once. */
export function checkLines(checks: readonly Check[], screen: Screen): readonly string[] {
  const { style, width } = screen;
  const rows = checks.map((check) => ({
    check,
    symbol: style[TONES[check.status]](CHECK_SYMBOLS[check.status]),
    id: cleanText(check.id, 32),
    witnesses: check.witnesses.map(witnessWord).join(", "),
    details: checkDetails(check).flatMap(({ label, value }) =>
      labelled(fact(label, value), screen, 6, DETAIL_WIDTH),
    ),
  }));
  const idWidth = Math.max(0, ...rows.map(({ id }) => countColumns(id)));
  const witnessWidth = Math.max(0, ...rows.map(({ witnesses }) => countColumns(witnesses)));
  const subjectWidth = width - 4 - idWidth - witnessWidth - 4;
  const isNarrow = subjectWidth < MIN_SUBJECT_COLUMNS;
  return rows.flatMap(({ check, symbol, id, witnesses, details: own }, index) => {
    const isRepeatedBelow = own.length > 0 && own.join("\n") === rows[index + 1]?.details.join("\n");
    const details = isRepeatedBelow ? [] : own;
    if (isNarrow)
      return [
        `  ${symbol} ${id}`,
        ...wrap(check.subject, width - 6).map((line) => `      ${line}`),
        ...wrap(witnesses, width - 6).map((line) => `      ${style.dim(line)}`),
        ...details,
      ];
    const [subject = "", ...more] = wrap(check.subject, subjectWidth);
    const cells = `${pad(id, idWidth)}  ${subject}`;
    const first =
      witnesses === ""
        ? cells.trimEnd()
        : `${pad(cells, idWidth + 2 + subjectWidth)}  ${style.dim(witnesses)}`;
    return [
      `  ${symbol} ${first}`,
      ...more.map((line) => `${" ".repeat(4 + idWidth + 2)}${line}`),
      ...details,
    ];
  });
}

/** Three names fit into 80 columns. */
function witnessWord(witness: Check["witnesses"][number]): string {
  return witness === "query service" ? "query" : witness;
}
