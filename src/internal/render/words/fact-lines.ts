import type { Problem } from "../../report/model.ts";
import { shortenList } from "../../text/amounts.ts";

/** One line of a fact. `lead` is short text in a separate column before `text`. */
export interface FactLine {
  readonly lead?: string;
  readonly text: string;
  /** Never wrapped, because users copy it. */
  readonly whole?: true;
}

/** A label of at most ten letters, and its lines. The text isn't escaped yet. */
export interface FactLines {
  readonly label: string;
  readonly lines: readonly FactLine[];
}

type Line = string | FactLine;

/** Makes a fact from text or lines. A fact without a value has no lines, and no screen shows it. */
export function fact(label: string, value: Line | readonly Line[] | null | undefined): FactLines {
  const lines = [value ?? []].flat();
  return { label, lines: lines.map((line) => (typeof line === "string" ? { text: line } : line)) };
}

/** A problem's likely cause as a fact. */
export function likelyFacts({ likely }: Pick<Problem, "likely">): Problem["facts"] {
  return likely === undefined ? [] : [{ label: "Likely", value: likely }];
}

/**
 * Drops a problem's facts that already appear elsewhere on the screen.
 *
 * @param ids The checks and claims shown beside the problem. A fact whose label or value is one of these ids would be a
 * repetition.
 */
export function dropRepeatedFacts(
  error: Problem,
  ids: readonly string[],
  isShownElsewhere: (value: string) => boolean = () => false,
): Problem {
  const facts = error.facts.filter(
    ({ label, value }) => !ids.includes(label) && !ids.includes(value) && !isShownElsewhere(value),
  );
  return { ...error, facts };
}

/** The maximum number of lines shown. The JSON report lists all of them. */
const MAX_SHOWN_LINES = 8;

/** The first lines, and the number of lines left out. */
export function shortened(lines: readonly string[]): readonly string[] {
  return shortenList(lines, MAX_SHOWN_LINES);
}
