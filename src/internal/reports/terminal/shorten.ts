import { printable } from "../escape.ts";
import { lengthOf } from "./layout.ts";

/** Clean text in at most so many columns, shortened in the middle: an address is known by its ends. */
export function shorten(text: string, width: number): string {
  const clean = printable(text);
  if (lengthOf(clean) <= width) return clean;
  const characters = [...clean];
  const kept = Math.max(width - 1, 1);
  const head = Math.ceil(kept / 2);
  const tail = kept - head;
  return `${characters.slice(0, head).join("")}…${tail === 0 ? "" : characters.slice(-tail).join("")}`;
}
