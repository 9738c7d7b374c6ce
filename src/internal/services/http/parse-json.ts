/** Compiler output, the deepest expected JSON, stays far below this. */
const MAX_DEPTH = 256;

/**
 * Reviving costs ten times as much as parsing, so it runs only where it can matter: for `__proto__`, for an escaped letter
 * or underscore, which could form one, and for a number of 16 digits or more.
 */
const NEEDS_REVIVING = /__proto__|\\u00[4-7]|(?:^|[[:,\s-])\d{16}/i;

/** Remote JSON that is rejected before parsing. */
export class JsonTooDeepError extends SyntaxError {
  override readonly name = "JsonTooDeepError";
}

/**
 * Parses remote JSON so that it can't do harm and loses nothing.
 *
 * - Nesting of more than 256 levels is refused before anything recursive sees it.
 * - A key `__proto__` is dropped; other keys that are names of `Object.prototype` are ordinary own properties.
 * - An integer that a double can't hold becomes a string of its digits, so it still survives `JSON.stringify`.
 *
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  if (depthOf(text) > MAX_DEPTH) throw new JsonTooDeepError(`JSON nested more than ${MAX_DEPTH} levels deep`);
  return NEEDS_REVIVING.test(text) ? JSON.parse(text, revive) : JSON.parse(text);
}

/** `context.source` is the text of a primitive as it was written (Node >= 21). */
function revive(key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (key === "__proto__") return undefined;
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? "";
  return /^-?\d+$/.test(source) ? source : value;
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === 0x5c) i++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (code === 0x7d || code === 0x5d) depth--;
  }
  return deepest;
}
