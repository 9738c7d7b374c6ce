import { cleanText } from "../../text/clean-text.ts";
import { type Markdown, markdown } from "../markup.ts";

/** Cuts at the end of a line and adds a note. Empty if nothing fits. */
export function cutDocument(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  const note = "\n_The rest is omitted for lack of space: see the reports._\n";
  let room = maxBytes - Buffer.byteLength(note);
  const lines = text.split(/(?<=\n)/);
  const end = lines.findIndex((line) => {
    room -= Buffer.byteLength(line);
    return room < 0;
  });
  return end <= 0 ? "" : `${lines.slice(0, end).join("")}${note}`;
}

export type Cell = string | number | Markdown;

export function table(head: readonly Cell[], rows: readonly (readonly Cell[])[]): Markdown {
  const lines = [head, head.map(() => "---"), ...rows].map(
    (cells) => markdown`| ${markdown.join(cells, " | ")} |`,
  );
  return markdown.join(lines, "\n");
}

/** These would end a code span or a table cell early, and outer spaces would be lost. */
const NOT_IN_BACKTICKS = /[`|\\]|^\s|\s$|^$/;

/** Markdown doesn't interpret text in backticks, so it isn't escaped. Text that can't be in backticks becomes HTML. */
export function code(text: string): Markdown {
  const clean = cleanText(text);
  return NOT_IN_BACKTICKS.test(clean) ? markdown`<code>${text}</code>` : markdown.code(clean);
}

/** Single words are code, because users copy them. Sentences are plain text. */
export function value(text: string): Markdown {
  return /\s/.test(text.trim()) ? markdown`${text}` : code(text);
}
