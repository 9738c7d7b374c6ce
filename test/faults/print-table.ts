import type { CellReport } from "./cell-report.ts";
import type { End, NotPossible } from "./ends.ts";
import { FAULTS, type FaultName } from "./faults.ts";
import type { Way } from "./limits.ts";
import { ROWS, type RowName } from "./rows.ts";

/** What a cell came to, both ways, in short words. */
export type WordOf = (row: RowName, fault: FaultName, way: Way) => string;

const GAP = "  ";
/** Characters of a message. */
const MOST_WORDS = 100;

/** The matrix as text: a line a fault, a column an operation, `passes/stays` in each cell. */
export function tableOf(wordOf: WordOf): string {
  const lines = [
    ["", ...ROWS.map(({ name }) => name)],
    ...FAULTS.map((fault) => [
      fault,
      ...ROWS.map(({ name }) => `${wordOf(name, fault, "passes")}/${wordOf(name, fault, "stays")}`),
    ]),
  ];
  const widths = ["", ...ROWS].map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? "").length)),
  );
  const aligned = lines.map((line) =>
    line
      .map((word, column) => word.padEnd(widths[column] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
  return aligned.join("\n");
}

/** What the words in the table say to the user: each code with its first words, and how many cells ended so. */
export function legendOf(ends: readonly (CellReport | undefined)[]): string {
  const counts = new Map<string, number>();
  for (const end of ends) {
    if (end === undefined) continue;
    const said = end.error === undefined ? end.outcome : `${end.error.code} ${end.error.message}`;
    counts.set(said, (counts.get(said) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([said, count]) => `${String(count).padStart(4)} x ${said.slice(0, MOST_WORDS)}`)
    .join("\n");
}

/** A word for how a cell ended, with `!` where something about it is not as it has to be. */
export function wordFor(
  expected: End | NotPossible,
  actual: CellReport | undefined,
  isRight: boolean,
): string {
  if ("reason" in expected) return "n/a";
  if (actual === undefined) return "failed!";
  const isExpected = actual.outcome === expected.outcome && actual.error?.code === expected.code;
  return `${isExpected ? expected.word : (actual.error?.code ?? actual.outcome)}${isRight ? "" : "!"}`;
}
