import { cleanText } from "../../text/clean-text.ts";
import { moreWords } from "../words/batch-words.ts";

/** The place of an annotation: a file in the workspace, with forward slashes. */
export interface Place {
  readonly file: string;
  /** From 1; null for the file as a whole. */
  readonly line: number | null;
}

const LEVELS = ["error", "warning"] as const;

/** Something to show at a line of a source. */
export interface Annotation {
  readonly level: (typeof LEVELS)[number];
  readonly place: Place | undefined;
  readonly title: string;
  readonly lines: readonly string[];
}

/** GitHub shows this many of each level for a step, and silently drops the rest. */
const MOST_OF_A_LEVEL = 10;

/** Annotations as workflow commands of GitHub Actions, one a line: errors first. */
export function workflowCommands(all: readonly Annotation[]): readonly string[] {
  return LEVELS.flatMap((level) => capped(all.filter((each) => each.level === level)).map(command));
}

/** The last annotation counts those that GitHub would not show. */
function capped(all: readonly Annotation[]): readonly Annotation[] {
  const [first] = all;
  if (first === undefined || all.length <= MOST_OF_A_LEVEL) return all;
  const shown = all.slice(0, MOST_OF_A_LEVEL - 1);
  const rest = moreWords(all.length - shown.length, first.level);
  const last: Annotation = {
    level: first.level,
    place: undefined,
    title: `verify-contract: ${rest}`,
    lines: [`${rest}: the job summary and the reports have all of them.`],
  };
  return [...shown, last];
}

function command({ level, place, title, lines }: Annotation): string {
  const properties = [
    ...(place === undefined ? [] : [["file", place.file] as const]),
    ...(place === undefined || place.line === null ? [] : [["line", String(place.line)] as const]),
    ["title", title] as const,
  ].map(([key, value]) => `${key}=${escapeProperty(cleanText(value, 200))}`);
  const message = lines.map((line) => cleanText(line)).join("\n");
  return `::${level} ${properties.join(",")}::${escapeData(message)}`;
}

/** The runner's inverse is in actions/runner, ActionCommand.cs. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
