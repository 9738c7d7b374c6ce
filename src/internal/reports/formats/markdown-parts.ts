import { escapeMarkdown } from "../escape.ts";

/** Cells are markdown already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** HTML rather than backticks: inside a table only entities are safe, and backticks would show them as they are. */
export function code(text: string): string {
  return `<code>${escapeMarkdown(text)}</code>`;
}
