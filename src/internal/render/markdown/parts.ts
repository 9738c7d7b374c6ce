import { type Markdown, markdown } from "../markup.ts";

export type Cell = string | Markdown;

export function table(head: readonly Cell[], rows: readonly (readonly Cell[])[]): Markdown {
  const lines = [head, head.map(() => "---"), ...rows].map(
    (cells) => markdown`| ${markdown.join(cells, " | ")} |`,
  );
  return markdown.join(lines, "\n");
}

/** HTML rather than backticks: a table needs entities, which backticks would show literally. */
export function code(text: string): Markdown {
  return markdown`<code>${text}</code>`;
}
