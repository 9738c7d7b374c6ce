import { type ParsedTokenInfo, TokenParser, TokenType } from "@streamparser/json";

import { TextArena } from "./text-arena.ts";

/**
 * The part of a JSON value to keep: "all", or the values of some keys of an object. The key "*" means all other keys.
 *
 * Two variants of "all" save memory: "text" for a long string, and "entries" for a list of objects with many equal
 * parts, such as an ABI, which otherwise takes nine times its text.
 */
export type Selection = "all" | "entries" | "text" | SelectedKeys;
export interface SelectedKeys {
  readonly [key: string]: Selection;
}

/** An object that is being read, with its selected keys. */
interface OpenObject {
  readonly keys: SelectedKeys;
  /** Selected keys without a value so far. An object with "*" is complete only at its end. */
  readonly missing: Set<string>;
  key: string;
  isAtValue: boolean;
}

/** Builds an object with the selected values from the tokens of a JSON object. All other values become null. */
export class JsonSelection {
  readonly #selection: SelectedKeys;
  readonly #parser: TokenParser;
  readonly #parts = new Map<string, unknown>();
  readonly #texts = new TextArena();
  readonly #open: OpenObject[] = [];
  /** Depth inside a value that is kept or skipped as a whole. */
  #depth = 0;
  #kept: "all" | "entries" | "text" | undefined;
  #isComplete = false;
  #value: unknown;

  constructor(selection: SelectedKeys) {
    this.#selection = selection;
    this.#parser = new TokenParser({ paths: ["$", ...pathsIn(selection, "$")] });
    this.#parser.onValue = ({ value, key, parent }) => {
      if (parent === undefined) {
        this.#texts.flush();
        this.#value = value;
      } else if (value === undefined) return;
      else if (this.#kept === "entries") Reflect.set(parent, String(key), this.#deduplicated(value));
      else if (typeof value === "string") this.#texts.hold(value, putInto(parent, String(key)));
    };
  }

  /** True after all selected values; further tokens change nothing. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** The result, after completion or the end of the text; undefined where the text ended too early. */
  get value(): unknown {
    return this.#depth > 0 ? undefined : this.#value;
  }

  write(token: ParsedTokenInfo): void {
    if (this.#isComplete) return;
    if (this.#depth > 0) this.#continueWhole(token);
    else if (this.#open.at(-1)?.isAtValue === false) this.#writeBetweenValues(token);
    else this.#startValue(token);
  }

  #writeBetweenValues(token: ParsedTokenInfo): void {
    this.#parser.write(token);
    const object = this.#open.at(-1);
    if (object === undefined) return;
    if (token.token === TokenType.STRING) object.key = String(token.value);
    else if (token.token === TokenType.COLON) object.isAtValue = true;
    else if (token.token === TokenType.RIGHT_BRACE) {
      this.#open.pop();
      this.#endValue();
    }
  }

  #startValue(token: ParsedTokenInfo): void {
    const selection = this.#selectionHere();
    if (token.token === TokenType.LEFT_BRACE && typeof selection === "object") {
      this.#parser.write(token);
      const missing = new Set(Object.keys(selection));
      this.#open.push({ keys: selection, missing, key: "", isAtValue: false });
      return;
    }
    this.#kept = typeof selection === "object" ? undefined : selection;
    if (isOpening(token)) {
      this.#depth = 1;
      if (this.#kept !== undefined) this.#parser.write(token);
      return;
    }
    this.#parser.write(SCALARS.has(token.token) && this.#kept === undefined ? NOTHING : token);
    this.#endValue();
  }

  #continueWhole(token: ParsedTokenInfo): void {
    if (this.#kept !== undefined) this.#parser.write(token);
    if (isOpening(token)) this.#depth++;
    else if (token.token === TokenType.RIGHT_BRACE || token.token === TokenType.RIGHT_BRACKET) this.#depth--;
    if (this.#depth > 0) return;
    if (this.#kept === undefined) this.#parser.write(NOTHING);
    this.#endValue();
  }

  /** Ends a value, and the selection if nothing is missing in the enclosing objects. */
  #endValue(): void {
    const object = this.#open.at(-1);
    if (object === undefined) return;
    object.isAtValue = false;
    for (const { keys, key, missing } of this.#open.toReversed()) {
      if (Object.hasOwn(keys, ANY_KEY)) return;
      missing.delete(key);
      if (missing.size > 0) return;
    }
    this.#complete();
  }

  /** Closes open objects, so that the parser emits the result. */
  #complete(): void {
    this.#isComplete = true;
    for (const _ of this.#open) this.#parser.write(CLOSING);
  }

  #deduplicated(part: unknown): unknown {
    const text = JSON.stringify(part);
    const known = this.#parts.get(text);
    if (known === undefined) this.#parts.set(text, part);
    return known ?? part;
  }

  #selectionHere(): Selection | undefined {
    const object = this.#open.at(-1);
    if (object === undefined) return this.#selection;
    const { keys, key } = object;
    return Object.hasOwn(keys, key) ? keys[key] : keys[ANY_KEY];
  }
}

/** The paths at which the parser emits values early. */
function pathsIn(selection: Selection, path: string): readonly string[] {
  switch (selection) {
    case "all":
      return [];
    case "entries":
      return [`${path}.*.*`];
    case "text":
      return [path];
  }
  return Object.entries(selection).flatMap(([key, inner]) => pathsIn(inner, `${path}.${key}`));
}

/** All keys here are selected ones, so none is `__proto__`. */
function putInto(parent: object, key: string): (text: string) => void {
  Reflect.set(parent, key, "");
  return (text) => Reflect.set(parent, key, text);
}

const ANY_KEY = "*";
const SCALARS: ReadonlySet<TokenType> = new Set([
  TokenType.STRING,
  TokenType.NUMBER,
  TokenType.TRUE,
  TokenType.FALSE,
  TokenType.NULL,
]);
const NOTHING: ParsedTokenInfo = { token: TokenType.NULL, value: null, offset: 0 };
const CLOSING: ParsedTokenInfo = { token: TokenType.RIGHT_BRACE, value: "}", offset: 0 };

function isOpening({ token }: ParsedTokenInfo): boolean {
  return token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET;
}
