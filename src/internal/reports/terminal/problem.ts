import { printable, printableLines } from "../escape.ts";
import { lengthOf, pad, wrap } from "./layout.ts";
import type { Style } from "./style.ts";

/** A problem of a report, or one that was thrown. */
export interface ProblemText {
  readonly code: string;
  readonly message: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly likely?: string;
  readonly next?: string;
}

/** A problem as it is shown: code and sentence, the facts below each other, the likely cause, what to try. */
export function renderProblem(problem: ProblemText, style: Style, width = Number.POSITIVE_INFINITY): string {
  const { code, message, facts, likely, next } = problem;
  const rows = [...facts, ...(likely === undefined ? [] : [{ label: "Likely", value: likely }])];
  const column = Math.max(0, ...rows.map(({ label }) => lengthOf(printable(label)))) + 2;
  return [
    ...hanging(
      `${style.bad(style.bold(printable(code)))} `,
      code.length + 1,
      wrap(message, width - code.length - 1),
    ),
    ...rows.flatMap(({ label, value }) =>
      hanging(
        `  ${style.dim(pad(printable(label), column))}`,
        column + 2,
        printableLines(value).flatMap((line) => wrap(line, Math.max(width - column - 2, 20))),
      ),
    ),
    // Not wrapped: it is there to be copied.
    ...(next === undefined ? [] : [`${style.bold("Try:")} ${printable(next)}`]),
  ].join("\n");
}

function hanging(first: string, indent: number, lines: readonly string[]): readonly string[] {
  return lines.length === 0
    ? [first.trimEnd()]
    : lines.map((line, index) => (index === 0 ? `${first}${line}` : `${" ".repeat(indent)}${line}`));
}
