/** A JSON value. Integers that a double can't represent are strings of digits. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/**
 * Reviving costs ten times as much as parsing. Only `__proto__`, an escaped letter or underscore (which could be part
 * of `__proto__`), and numbers with 16 digits or more need it.
 */
const NEEDS_REVIVING = /__proto__|\\u00[4-7]|(?:^|[[:,\s-])\d{16}/i;

/** A hundred times as many values as the largest records have. */
const MAX_VALUES = 1_000_000;

/**
 * Parses untrusted JSON safely and losslessly.
 *
 * - More than 256 levels of nesting, or more than a million values, are refused before anything traverses them.
 * - An object with a duplicate key is refused, because parsers differ in which value they keep.
 * - The key `__proto__` is dropped. Other names from `Object.prototype` become ordinary own properties.
 * - An integer that a double can't represent becomes a string of its digits, so `JSON.stringify` preserves it.
 *
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  checkJson(text, MAX_VALUES);
  return NEEDS_REVIVING.test(text) ? JSON.parse(text, revive) : JSON.parse(text);
}

/** `context.source` is the source text of a primitive (Node >= 21). */
function revive(key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (key === "__proto__") return undefined;
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? "";
  return /^-?\d+$/.test(source) ? source : value;
}

/** Parses JSON of any size, unchanged. An object with a duplicate key is refused, as by {@link parseJson}. */
export function parseUnlimited(text: string): unknown {
  checkJson(text);
  return JSON.parse(text);
}

export function jsonOrUndefined(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Compiler output, the most deeply nested JSON expected here, stays far below this limit. */
const MAX_DEPTH = 256;

export class JsonLimitError extends SyntaxError {
  override readonly name = "JsonLimitError";
}

/** Parsers may keep different values (RFC 8259 section 4). */
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
 * Finds duplicate keys at any depth, however they are escaped. The parser reports invalid JSON.
 *
 * @param mostValues The limit, because values take up to thirty times the memory of their text. @default no limit
 * @throws JsonLimitError, DuplicateKeyError
 */
function checkJson(text: string, mostValues = Number.POSITIVE_INFINITY): void {
  let values = 0;
  const open: (Set<string> | undefined)[] = [];
  let keys: Set<string> | undefined;
  let isKeyNext = false;
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case QUOTE: {
        const end = findStringEnd(text, i);
        if (isKeyNext && keys !== undefined) {
          const key = readKey(text, i, end);
          if (keys.has(key)) throw new DuplicateKeyError(key);
          keys.add(key);
        }
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
        keys = isObject ? new Set() : undefined;
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

function findStringEnd(text: string, start: number): number {
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

function readKey(text: string, start: number, end: number): string {
  const key = text.slice(start + 1, end);
  return key.includes("\\") ? String(JSON.parse(`"${key}"`)) : key;
}
