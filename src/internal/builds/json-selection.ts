import type { Json } from "../text/is-object.ts";
import { TextArena } from "./text-arena.ts";

/**
 * The part of a JSON value to keep: "all", or the selected keys, with "*" for all other keys. Two kinds save memory:
 * "text" for a long string, and "entries" for a list of objects with many equal parts, such as an ABI. "no text" keeps
 * only whether there is a value: a string becomes empty, and an object or list becomes null.
 */
export type Selection = "all" | "entries" | "text" | "no text" | SelectedKeys;
export interface SelectedKeys {
  readonly [key: string]: Selection;
}

interface OpenObject {
  readonly keys: SelectedKeys;
  /** Selected keys that still have no value. An object with "*" is complete only at its end. */
  readonly missing: Set<string>;
  readonly value: Record<string, unknown>;
  key: string;
}

/** A value's kind, determined by its first byte. A scalar is a number or literal. */
type ValueKind = "object" | "list" | "string" | "scalar";

/** A key or value that is read or skipped as a whole. */
interface Whole {
  readonly is: "key" | "kept" | "skipped";
  readonly kind: ValueKind;
}

/** State while reading a whole value: the depth of open objects and lists, and the position in a string. */
const OUTSIDE = { depth: 0, isInString: false, isEscaped: false };

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Keeps the selected values of a streamed JSON object; others become null. Skipping is fast: tokens aren't parsed. */
export class JsonSelection {
  readonly #selection: SelectedKeys;
  readonly #parts = new Map<string, unknown>();
  readonly #texts = new TextArena();
  readonly #open: OpenObject[] = [];
  #root: Json | undefined;
  #value: Json | undefined;
  #expected: "value" | "key or end" | "key" | "colon" | "comma or end" | "nothing" = "value";
  #whole: Whole | undefined;
  #inside = OUTSIDE;
  /** The text kept from earlier chunks. */
  #pieces: Buffer[] = [];

  constructor(selection: SelectedKeys) {
    this.#selection = selection;
  }

  /** True if all selected values were read before the end of the text. Further bytes change nothing. */
  get isComplete(): boolean {
    return this.#value !== undefined && this.#open.length > 0;
  }

  get value(): Json | undefined {
    return this.#value;
  }

  /**
   * @param bytes May be overwritten afterwards.
   * @throws SyntaxError if the text isn't a JSON object. Skipped values aren't validated.
   */
  write(bytes: Buffer): void {
    for (let at = 0; at < bytes.length && !this.isComplete; )
      at = this.#whole === undefined ? this.#readBetween(bytes, at) : this.#readWhole(this.#whole, bytes, at);
  }

  /** @returns The next position. */
  #readBetween(bytes: Buffer, at: number): number {
    const byte = bytes[at] ?? 0;
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return at + 1;
    switch (this.#expected) {
      case "value":
        return this.#startValue(detectKind(byte), at);
      case "key or end":
        return byte === CLOSE_BRACE ? this.#leave(at) : this.#startKey(byte, at);
      case "key":
        return this.#startKey(byte, at);
      case "colon":
        if (byte !== COLON) throw unexpected(byte);
        this.#expected = "value";
        return at + 1;
      case "comma or end":
        if (byte === CLOSE_BRACE) return this.#leave(at);
        if (byte !== COMMA) throw unexpected(byte);
        this.#expected = "key";
        return at + 1;
      case "nothing":
        throw unexpected(byte);
    }
  }

  #startKey(byte: number, at: number): number {
    if (byte !== QUOTE) throw unexpected(byte);
    this.#whole = { is: "key", kind: "string" };
    return at;
  }

  #startValue(kind: ValueKind, at: number): number {
    const selection = this.#selectionHere();
    if (kind === "object" && typeof selection === "object") return this.#enter(selection, at);
    if (this.#root === undefined) throw new Error("it doesn't contain a JSON object");
    const isKept = selection === "no text" ? kind === "scalar" : typeof selection === "string";
    if (!isKept) this.#put(selection === "no text" && kind === "string" ? "" : null);
    this.#whole = { is: isKept ? "kept" : "skipped", kind };
    return at;
  }

  #enter(keys: SelectedKeys, at: number): number {
    const value: Record<string, unknown> = {};
    if (this.#root === undefined) this.#root = value;
    else this.#put(value);
    this.#open.push({ keys, missing: new Set(Object.keys(keys)), value, key: "" });
    this.#expected = "key or end";
    return at + 1;
  }

  #leave(at: number): number {
    this.#open.pop();
    this.#expected = this.#open.length === 0 ? "nothing" : "comma or end";
    this.#endValue();
    return at + 1;
  }

  #readWhole({ is, kind }: Whole, bytes: Buffer, from: number): number {
    const end = kind === "scalar" ? findScalarEnd(bytes, from) : this.#endOfNested(bytes, from);
    // Skipped scalars are parsed too, because they are short and this detects malformed ones.
    const hasText = is !== "skipped" || kind === "scalar";
    if (end === undefined) {
      if (hasText) this.#pieces.push(Buffer.from(bytes.subarray(from)));
      return bytes.length;
    }
    this.#whole = undefined;
    this.#expected = is === "key" ? "colon" : "comma or end";
    const read: unknown = hasText ? JSON.parse(this.#textUntil(bytes, from, end)) : undefined;
    const object = this.#open.at(-1);
    if (is === "key" && object !== undefined) object.key = String(read);
    if (is === "kept") this.#keep(read);
    if (is !== "key") this.#endValue();
    return end;
  }

  #textUntil(bytes: Buffer, from: number, end: number): string {
    if (this.#pieces.length === 0) return bytes.toString("utf8", from, end);
    const whole = Buffer.concat([...this.#pieces, bytes.subarray(from, end)]);
    this.#pieces = [];
    return whole.toString("utf8");
  }

  /** Finds the end of a string, list or object, if it is in these bytes. */
  #endOfNested(bytes: Buffer, from: number): number | undefined {
    let { depth, isInString, isEscaped } = this.#inside;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at];
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInString = false;
        else continue;
      } else if (byte === QUOTE) isInString = true;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
      else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--;
      else continue;
      if (depth > 0 || isInString) continue;
      this.#inside = OUTSIDE;
      return at + 1;
    }
    this.#inside = { depth, isInString, isEscaped };
    return undefined;
  }

  #keep(value: unknown): void {
    const selection = this.#selectionHere();
    if (selection !== "text" || typeof value !== "string") {
      this.#put(selection === "entries" ? this.#withSharedParts(value) : value);
      return;
    }
    // Reserves the key's position in the object until the string is stored.
    const put = this.#put("");
    this.#texts.hold(value, put);
  }

  /** @returns A function that replaces the value later. */
  #put(value: unknown): (value: unknown) => void {
    const { value: object, key } = this.#open.at(-1) as OpenObject;
    setOwn(object, key, value);
    return (later) => setOwn(object, key, later);
  }

  /** Ends the selection once no enclosing object has missing values. */
  #endValue(): void {
    for (const { keys, key, missing } of this.#open.toReversed()) {
      if (Object.hasOwn(keys, ANY_KEY)) return;
      missing.delete(key);
      if (missing.size > 0) return;
    }
    this.#texts.flush();
    this.#value = this.#root;
  }

  #withSharedParts(list: unknown): unknown {
    if (typeof list !== "object" || list === null) return list;
    for (const entry of Object.values(list) as unknown[]) {
      if (typeof entry !== "object" || entry === null) continue;
      for (const [key, part] of Object.entries(entry)) setOwn(entry, key, this.#shared(part));
    }
    return list;
  }

  #shared(part: unknown): unknown {
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

/** Sets a key as JSON.parse does, which treats `__proto__` as an ordinary key. */
function setOwn(object: object, key: string, value: unknown): void {
  if (key !== "__proto__") Reflect.set(object, key, value);
  else Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true });
}

const ANY_KEY = "*";

function findScalarEnd(bytes: Buffer, from: number): number | undefined {
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || byte <= 0x20) return at;
  }
  return undefined;
}

function detectKind(byte: number): ValueKind {
  if (byte === OPEN_BRACE) return "object";
  if (byte === OPEN_BRACKET) return "list";
  return byte === QUOTE ? "string" : "scalar";
}

function unexpected(byte: number): SyntaxError {
  return new SyntaxError(`Unexpected ${JSON.stringify(String.fromCharCode(byte))} between JSON values`);
}
