import { getDocsPlace } from "../../errors/home.ts";
import type { Check, Problem, Report } from "../../report/model.ts";
import { cleanText, cleanToLines } from "../../text/clean-text.ts";
import { countColumns } from "../../text/columns.ts";
import { inert } from "../inert.ts";
import { CHECK_SYMBOLS, checkDetails } from "../words/claim-words.ts";
import { fact, likelyFacts } from "../words/fact-lines.ts";
import { EVIDENCE_LABEL, evidenceFact } from "../words/facts.ts";
import { labelled, pad, type Screen, wrap } from "./layout.ts";
import type { Style } from "./style.ts";

const MAX_COLUMN_WIDTH = 24;

/** A label from a third party must not push the values off the screen. */
const MAX_LABEL_LENGTH = 100;

export function renderProblem(problem: Problem, style: Style, width = Number.POSITIVE_INFINITY): string {
  const screen = { style, width, codes: new Set<string>() };
  return inert([...problemLines(problem, screen), ...closingLine(screen)].join("\n"));
}

/**
 * Doesn't explain how to look up the code, because the screen's last line does. The text in `between` is inserted
 * before the likely cause.
 */
export function problemLines(
  problem: Problem | undefined,
  screen: Screen,
  between: readonly string[] = [],
): readonly string[] {
  if (problem === undefined) return between;
  const { style, codes } = screen;
  const { code, message, facts, next } = problem;
  const shownCode = cleanText(code, MAX_COLUMN_WIDTH);
  const causes = likelyFacts(problem);
  const indent = countColumns(shownCode) + 1;
  codes?.add(shownCode);
  return [
    ...hanging(`${style.bad(style.bold(shownCode))} `, indent, message, screen),
    ...(between.length === 0
      ? problemFacts([...facts, ...causes], screen)
      : [...problemFacts(facts, screen), ...between, ...problemFacts(causes, screen)]),
    ...copyLine("Try", next, style),
  ];
}

/** Never wrapped, because users copy it. */
export function copyLine(label: string, text: string | undefined, style: Style): readonly string[] {
  return text === undefined ? [] : [`${style.bold(`${label}:`)} ${cleanText(text)}`];
}

/** Explains how to look up the codes and how to reproduce a failure. Never wrapped: users copy both commands. */
export function closingLine(
  { style, codes = new Set() }: Pick<Screen, "style" | "codes">,
  report: Pick<Report, "evidence"> = {},
): readonly string[] {
  const place = getDocsPlace(codes);
  const parts = [
    ...(place === undefined ? [] : [`Docs: ${place}`]),
    ...evidenceFact(report).map((shown) => `${EVIDENCE_LABEL}: ${cleanText(shown)}`),
  ];
  return parts.length === 0 ? [] : [style.dim(parts.join("  "))];
}

/** A label that is too long for the column, such as a configuration key, gets its own line. */
function problemFacts(facts: Problem["facts"], screen: Screen): readonly string[] {
  const rows = facts.map(({ label, value }) => fact(cleanText(label, MAX_LABEL_LENGTH), cleanToLines(value)));
  const widths = rows.map(({ label }) => countColumns(label)).filter((width) => width <= MAX_COLUMN_WIDTH);
  const column = Math.max(0, ...widths) + 2;
  return rows.flatMap((row) => labelled(row, screen, 2, column));
}

export function hanging(first: string, indent: number, text: string, { width }: Screen): readonly string[] {
  const [line = "", ...others] = wrap(text, width - indent);
  return [`${first}${line}`.trimEnd(), ...others.map((each) => `${" ".repeat(indent)}${each}`)];
}

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
    // Three names fit in 80 columns.
    witnesses: check.witnesses.map((each) => (each === "query service" ? "query" : each)).join(", "),
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
