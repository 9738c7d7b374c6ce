/** A JSON value as it came. An integer that a double can't hold is a string of its digits. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

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

/** @returns undefined for text that {@link parseJson} refuses */
export function jsonOrUndefined(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Compiler output, the deepest expected JSON, stays far below this. */
const MAX_DEPTH = 256;

/** Remote JSON that is rejected before parsing: it is nested too deep, or has too many values. */
export class JsonLimitError extends SyntaxError {
  override readonly name = "JsonLimitError";
}

/** An object of remote JSON has a key twice: two readers can take different values from it (RFC 8259 section 4). */
export class DuplicateKeyError extends SyntaxError {
  override readonly name = "DuplicateKeyError";
  readonly key: string;

  constructor(key: string) {
    super("JSON with the same key twice in one object");
    this.key = key;
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Scans JSON for nesting that is too deep and for duplicate keys, at any depth and however they are escaped. Text that is
 * not JSON is left to the parser.
 *
 * @param mostValues Values take up to thirty times their text. @default any number
 * @throws JsonLimitError, DuplicateKeyError
 */
export function checkJson(text: string, mostValues = Number.POSITIVE_INFINITY): void {
  let values = 0;
  /** The keys of each open object; undefined for a list. */
  const open: (Keys | undefined)[] = [];
  let keys: Keys | undefined;
  let isKeyNext = false;
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case QUOTE: {
        const end = endOfString(text, i);
        if (isKeyNext && keys !== undefined) keys.add(keyOf(text, i, end));
        isKeyNext = false;
        i = end;
        break;
      }
      case COMMA:
        isKeyNext = keys !== undefined;
        values += 1;
        if (values > mostValues) throw new JsonLimitError(`it has more than ${mostValues} values`);
        break;
      case OPEN_OBJECT:
      case OPEN_LIST: {
        const isObject = text.charCodeAt(i) === OPEN_OBJECT;
        keys = isObject ? new Keys() : undefined;
        isKeyNext = isObject;
        if (open.push(keys) > MAX_DEPTH)
          throw new JsonLimitError(`it is nested more than ${MAX_DEPTH} levels deep`);
        break;
      }
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        open.pop();
        keys = open.at(-1);
        isKeyNext = false;
        break;
    }
  }
}

/** Most objects have a few keys, for which a list is quicker than a set. */
const MOST_IN_LIST = 8;

class Keys {
  readonly #first: string[] = [];
  #more: Set<string> | undefined;

  /** @throws DuplicateKeyError */
  add(key: string): void {
    if (this.#first.includes(key) || this.#more?.has(key) === true) throw new DuplicateKeyError(key);
    if (this.#first.length < MOST_IN_LIST) this.#first.push(key);
    else {
      this.#more ??= new Set();
      this.#more.add(key);
    }
  }
}

function endOfString(text: string, start: number): number {
  let end = start;
  do {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
  } while (isEscaped(text, end));
  return end;
}

function isEscaped(text: string, index: number): boolean {
  let at = index;
  while (text.charCodeAt(at - 1) === BACKSLASH) at--;
  return (index - at) % 2 === 1;
}

function keyOf(text: string, start: number, end: number): string {
  const key = text.slice(start + 1, end);
  return key.includes("\\") ? String(JSON.parse(`"${key}"`)) : key;
}
