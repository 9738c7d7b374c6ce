import { cleanText } from "../../text/clean-text.ts";
import { columnsOf, headOf, tailOf } from "../../text/columns.ts";

/** Clean text in at most `width` columns, shortened in the middle, because readers know an address by its ends. */
export function shorten(text: string, width: number): string {
  const clean = cleanText(text);
  if (columnsOf(clean) <= width) return clean;
  const kept = Math.max(width - 1, 1);
  const head = headOf(clean, Math.ceil(kept / 2));
  return `${head}…${tailOf(clean, kept - Math.ceil(kept / 2))}`;
}
