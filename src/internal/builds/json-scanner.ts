/** What a value is, by its first byte; a scalar is a number or a literal. */
export type ValueKind = "object" | "list" | "string" | "scalar";

/** What is found in an object, and in those of its objects that are entered. */
export interface JsonListener {
  /** A key as it is written, in quotes. */
  readonly onKey: (text: string) => void;
  /** A value begins. Only an object can be entered. */
  readonly onValue: (kind: ValueKind) => "enter" | "keep" | "skip";
  /** The whole text of a value to keep. */
  readonly onText: (text: string) => void;
  /** The value ends: after its text, or after the last of its entries. */
  readonly onEnd: (isEntered: boolean) => void;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

type Expected = "value" | "key or end" | "key" | "colon" | "comma or end" | "nothing";

/** A key or a value that is read or skipped as a whole. */
interface Whole {
  readonly is: "key" | "kept" | "skipped";
  readonly kind: ValueKind;
}

/**
 * Finds the keys and values of a JSON object in its bytes, as they come. Skipping a value, as most of a compiler output
 * is, makes no garbage; no token of it is read.
 */
export class JsonScanner {
  readonly #listener: JsonListener;
  #expected: Expected = "value";
  #entered = 0;
  #whole: Whole | undefined;
  /** Open objects and lists inside a value that is kept whole. */
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** What earlier bytes had of the text to keep. */
  #pieces: Buffer[] = [];
  #isStopped = false;

  constructor(listener: JsonListener) {
    this.#listener = listener;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Further bytes change nothing. */
  stop(): void {
    this.#isStopped = true;
  }

  /**
   * @param bytes May be overwritten afterwards.
   * @throws SyntaxError at an unexpected byte between values, and what the listener throws.
   */
  write(bytes: Buffer): void {
    for (let at = 0; at < bytes.length && !this.#isStopped; )
      at = this.#whole === undefined ? this.#readBetween(bytes, at) : this.#readWhole(this.#whole, bytes, at);
  }

  /** @returns Where to go on. */
  #readBetween(bytes: Buffer, at: number): number {
    const byte = bytes[at] ?? 0;
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return at + 1;
    switch (this.#expected) {
      case "value":
        return this.#startValue(byte, at);
      case "key or end":
        if (byte === CLOSE_BRACE) return this.#leave(at);
        return this.#startKey(byte, at);
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

  #startValue(byte: number, at: number): number {
    const kind = kindOf(byte);
    const decision = this.#listener.onValue(kind);
    if (decision !== "enter") {
      this.#whole = { is: decision === "keep" ? "kept" : "skipped", kind };
      return at;
    }
    this.#entered++;
    this.#expected = "key or end";
    return at + 1;
  }

  #leave(at: number): number {
    this.#entered--;
    this.#expected = this.#entered === 0 ? "nothing" : "comma or end";
    this.#listener.onEnd(true);
    return at + 1;
  }

  #readWhole(whole: Whole, bytes: Buffer, from: number): number {
    const end = whole.kind === "scalar" ? endOfScalar(bytes, from) : this.#endOfNested(bytes, from);
    // Skipped scalars are short, and a misspelt one is noticed.
    const hasText = whole.is !== "skipped" || whole.kind === "scalar";
    if (end === undefined) {
      if (hasText) this.#pieces.push(Buffer.from(bytes.subarray(from)));
      return bytes.length;
    }
    this.#whole = undefined;
    this.#expected = whole.is === "key" ? "colon" : "comma or end";
    this.#end(whole, hasText ? this.#textUntil(bytes, from, end) : "");
    return end;
  }

  #end({ is }: Whole, text: string): void {
    if (is === "key") {
      this.#listener.onKey(text);
      return;
    }
    if (is === "kept") this.#listener.onText(text);
    else if (text !== "") JSON.parse(text);
    this.#listener.onEnd(false);
  }

  #textUntil(bytes: Buffer, from: number, end: number): string {
    if (this.#pieces.length === 0) return bytes.toString("utf8", from, end);
    const whole = Buffer.concat([...this.#pieces, bytes.subarray(from, end)]);
    this.#pieces = [];
    return whole.toString("utf8");
  }

  /** The end of a string, a list or an object; undefined where it is not in these bytes. */
  #endOfNested(bytes: Buffer, from: number): number | undefined {
    let [depth, isInString, isEscaped] = [this.#depth, this.#isInString, this.#isEscaped];
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
      this.#depth = 0;
      this.#isInString = false;
      this.#isEscaped = false;
      return at + 1;
    }
    this.#depth = depth;
    this.#isInString = isInString;
    this.#isEscaped = isEscaped;
    return undefined;
  }
}

function endOfScalar(bytes: Buffer, from: number): number | undefined {
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || byte <= 0x20) return at;
  }
  return undefined;
}

function kindOf(byte: number): ValueKind {
  if (byte === OPEN_BRACE) return "object";
  if (byte === OPEN_BRACKET) return "list";
  return byte === QUOTE ? "string" : "scalar";
}

function unexpected(byte: number): SyntaxError {
  return new SyntaxError(`Unexpected ${JSON.stringify(String.fromCharCode(byte))} between its values`);
}
