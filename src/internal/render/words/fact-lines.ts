import type { Problem } from "../../report/model.ts";
import { shortenList } from "../../text/amounts.ts";
import { withoutUndefined } from "../../text/is-object.ts";

/** One line of a fact. `lead` is short text in a separate column before `text`. */
export interface FactLine {
  readonly lead?: string;
  readonly text: string;
  /** Never wrapped, because users copy it. */
  readonly whole?: true;
}

/** `label` has at most ten letters. The text isn't escaped yet. */
export interface FactLines {
  readonly label: string;
  readonly lines: readonly FactLine[];
}

type Line = string | FactLine;

/** A fact without a value has no lines, and no screen shows it. */
export function fact(label: string, value: Line | readonly Line[] | null | undefined): FactLines {
  const lines = [value ?? []].flat();
  return { label, lines: lines.map((line) => (typeof line === "string" ? { text: line } : line)) };
}

export function linkedLine(words: string, url: string | undefined): FactLine {
  return url === undefined ? { text: words } : { lead: words, text: url, whole: true };
}

export function likelyFacts({ likely }: Problem): Problem["facts"] {
  return likely === undefined ? [] : [{ label: "Likely", value: likely }];
}

const COMMAND = /^(?:(.*?): )??((?:npx|npm|pnpm|yarn|bunx?|forge|anvil)(?: .*)?)$/;

/** Splits a next step into its advice and its command, either of which may be missing. */
export function splitStep(next: string): { readonly text?: string; readonly command?: string } {
  const [, text, command] = COMMAND.exec(next) ?? [];
  return command === undefined ? { text: next } : withoutUndefined({ text, command });
}

/** @param ids The checks and claims shown beside the problem, which facts must not repeat. */
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

/** The JSON report lists all lines. */
const MAX_SHOWN_LINES = 8;

export function shortened(lines: readonly string[]): readonly string[] {
  return shortenList(lines, MAX_SHOWN_LINES);
}
