import { checkJson } from "./check-json.ts";

/**
 * Reviving costs ten times as much as parsing, so it runs only where it can matter: for `__proto__`, for an escaped letter
 * or underscore, which could form one, and for a number of 16 digits or more.
 */
const NEEDS_REVIVING = /__proto__|\\u00[4-7]|(?:^|[[:,\s-])\d{16}/i;

/** A hundred times what the largest records have. */
const MOST_VALUES = 1_000_000;

/**
 * Parses remote JSON so that it can't do harm and loses nothing.
 *
 * - Nesting of more than 256 levels, and more than a million values, are refused before anything walks through them.
 * - An object with the same key twice is refused: readers differ in which of the two values they take.
 * - A key `__proto__` is dropped; other keys that are names of `Object.prototype` are ordinary own properties.
 * - An integer that a double can't hold becomes a string of its digits, so it still survives `JSON.stringify`.
 *
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  checkJson(text, MOST_VALUES);
  return NEEDS_REVIVING.test(text) ? JSON.parse(text, revive) : JSON.parse(text);
}

/** `context.source` is the text of a primitive as it was written (Node >= 21). */
function revive(key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (key === "__proto__") return undefined;
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? "";
  return /^-?\d+$/.test(source) ? source : value;
}
