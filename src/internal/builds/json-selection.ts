import { JsonScanner, type ValueKind } from "./json-scanner.ts";

/**
 * The part of a JSON value to keep: "all", or the values of some keys of an object. The key "*" means all other keys.
 *
 * Three variants of "all" save memory: "text" for a long string, "entries" for a list of objects with many equal
 * parts, such as an ABI, which otherwise takes nine times its text, and "no text" for a string that only has to be one:
 * it becomes an empty one, and an object or a list null.
 */
export type Selection = WholeValue | SelectedKeys;
export interface SelectedKeys {
  readonly [key: string]: Selection;
}
type WholeValue = "all" | "entries" | "text" | "no text";

/** An object that is being read, with its selected keys. */
interface OpenObject {
  readonly keys: SelectedKeys;
  /** Selected keys without a value so far. An object with "*" is complete only at its end. */
  readonly missing: Set<string>;
  readonly value: Record<string, unknown>;
  key: string;
}

/** Builds an object with the selected values of a JSON object from its bytes. All other values become null. */
export class JsonSelection {
  readonly #selection: SelectedKeys;
  readonly #scanner: JsonScanner;
  readonly #parts = new Map<string, unknown>();
  readonly #texts = new TextArena();
  readonly #open: OpenObject[] = [];
  #root: Readonly<Record<string, unknown>> | undefined;
  #value: Readonly<Record<string, unknown>> | undefined;

  constructor(selection: SelectedKeys) {
    this.#selection = selection;
    this.#scanner = new JsonScanner({
      onKey: (text) => {
        const object = this.#open.at(-1);
        if (object !== undefined) object.key = String(JSON.parse(text));
      },
      onValue: (kind) => this.#startValue(kind),
      onText: (text) => this.#keep(JSON.parse(text)),
      onEnd: (isEntered) => this.#end(isEntered),
    });
  }

  /** True after all selected values; further bytes change nothing. */
  get isComplete(): boolean {
    return this.#scanner.isStopped;
  }

  /** The result, after completion or the end of the text; undefined where the text ended too early. */
  get value(): Readonly<Record<string, unknown>> | undefined {
    return this.#value;
  }

  /** @throws SyntaxError for what is no JSON object. Of skipped values only their ends are found. */
  write(bytes: Buffer): void {
    this.#scanner.write(bytes);
  }

  #startValue(kind: ValueKind): "enter" | "keep" | "skip" {
    const selection = this.#selectionHere();
    if (kind === "object" && typeof selection === "object") {
      this.#enter(selection);
      return "enter";
    }
    if (this.#root === undefined) throw new Error("it does not contain a JSON object");
    const isKept = selection === "no text" ? kind === "scalar" : typeof selection === "string";
    if (isKept) return "keep";
    this.#put(selection === "no text" && kind === "string" ? "" : null);
    return "skip";
  }

  #enter(keys: SelectedKeys): void {
    const value: Record<string, unknown> = {};
    if (this.#root === undefined) this.#root = value;
    else this.#put(value);
    this.#open.push({ keys, missing: new Set(Object.keys(keys)), value, key: "" });
  }

  #keep(value: unknown): void {
    const selection = this.#selectionHere();
    if (selection !== "text" || typeof value !== "string") {
      this.#put(selection === "entries" ? this.#withSharedParts(value) : value);
      return;
    }
    // It keeps its place among the keys.
    const put = this.#put("");
    this.#texts.hold(value, put);
  }

  /** @returns What replaces the value later. */
  #put(value: unknown): (value: unknown) => void {
    const { value: object, key } = this.#open.at(-1) as OpenObject;
    setOwn(object, key, value);
    return (later) => setOwn(object, key, later);
  }

  /** Ends a value, and the selection if nothing is missing in the enclosing objects. */
  #end(isEntered: boolean): void {
    if (isEntered) this.#open.pop();
    for (const { keys, key, missing } of this.#open.toReversed()) {
      if (Object.hasOwn(keys, ANY_KEY)) return;
      missing.delete(key);
      if (missing.size > 0) return;
    }
    this.#texts.flush();
    this.#value = this.#root;
    if (this.#open.length > 0) this.#scanner.stop();
  }

  /** The parts of the entries of a list, or of an object, are shared with equal ones. */
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

/** Also `__proto__` becomes a key like others, as in JSON.parse. */
function setOwn(object: object, key: string, value: unknown): void {
  if (key !== "__proto__") Reflect.set(object, key, value);
  else Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true });
}

const ANY_KEY = "*";

/** Node stores a string of at least a million characters outside the JavaScript heap. */
const ARENA_BYTES = 4 * 1024 * 1024;
/** For shorter strings the bookkeeping costs more than the heap. */
const SHORTEST = 1024;

interface Waiting {
  readonly start: number;
  readonly end: number;
  readonly put: (text: string) => void;
}

/**
 * Stores many long strings as slices of a few very long ones, outside the JavaScript heap. There the garbage collector
 * does not copy them, which halves the memory of thousands of codes. A string that is part of the one before it, as
 * runtime code is of the creation code, takes none.
 */
class TextArena {
  #buffer: Buffer | undefined;
  #used = 0;
  #waiting: Waiting[] = [];

  /**
   * Stores a string, which the caller should then drop.
   *
   * @param put Receives the stored string, at the latest in `flush`.
   */
  hold(text: string, put: (text: string) => void): void {
    // A string that is not ASCII has more bytes than characters.
    const isStored =
      text.length >= SHORTEST && text.length <= ARENA_BYTES && Buffer.byteLength(text) === text.length;
    if (!isStored) {
      put(text);
      return;
    }
    const start = this.#startInLast(text) ?? this.#append(text);
    this.#waiting.push({ start, end: start + text.length, put });
  }

  #startInLast(text: string): number | undefined {
    const last = this.#waiting.at(-1);
    if (last === undefined) return undefined;
    const index = this.#buffer?.subarray(last.start, last.end).indexOf(text, 0, "latin1") ?? -1;
    return index === -1 ? undefined : last.start + index;
  }

  #append(text: string): number {
    if (this.#used + text.length > ARENA_BYTES) this.flush();
    const start = this.#used;
    this.#buffer ??= Buffer.allocUnsafeSlow(ARENA_BYTES);
    this.#used += this.#buffer.write(text, start, "latin1");
    return start;
  }

  flush(): void {
    const all = this.#buffer?.toString("latin1", 0, this.#used) ?? "";
    for (const { start, end, put } of this.#waiting) put(all.slice(start, end));
    this.#used = 0;
    this.#waiting = [];
  }
}
