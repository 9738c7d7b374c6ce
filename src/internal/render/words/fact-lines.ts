import type { Problem } from "../../report/model.ts";
import { shortenList } from "../../text/amounts.ts";

/** One line of a fact; `lead` is a short word before it that makes a column of its own. */
export interface FactLine {
  readonly lead?: string;
  readonly text: string;
  /** Never wrapped, because users copy it. */
  readonly whole?: true;
}

/** A label of at most ten letters, and its lines. Nothing is escaped yet. */
export interface FactLines {
  readonly label: string;
  readonly lines: readonly FactLine[];
}

type Line = string | FactLine;

/** A fact of lines, of which a text alone is one; without a value it has none, and no screen shows it. */
export function fact(label: string, value: Line | readonly Line[] | null | undefined): FactLines {
  const lines = [value ?? []].flat();
  return { label, lines: lines.map((line) => (typeof line === "string" ? { text: line } : line)) };
}

/** The likely cause of a problem, as one more of its facts. */
export function likelyFacts({ likely }: Pick<Problem, "likely">): Problem["facts"] {
  return likely === undefined ? [] : [{ label: "Likely", value: likely }];
}

/**
 * A problem without the facts that stand elsewhere.
 *
 * @param ids The checks and claims beside it: a fact that names one repeats it.
 */
export function withoutSaid(
  error: Problem,
  ids: readonly string[],
  isSaid: (value: string) => boolean = () => false,
): Problem {
  const facts = error.facts.filter(
    ({ label, value }) => !ids.includes(label) && !ids.includes(value) && !isSaid(value),
  );
  return { ...error, facts };
}

/** The JSON report has all of them. */
const MOST_SHOWN = 8;

/** The first of many lines, and how many there are beside them. */
export function shortened(lines: readonly string[]): readonly string[] {
  return shortenList(lines, MOST_SHOWN);
}
