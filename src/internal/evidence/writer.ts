import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { LINK, LONGEST_INLINE } from "./schema.ts";

/** Texts whose hashes are remembered: contracts of a project share builds. */
const MOST_KNOWN = 16;

interface LongText {
  readonly hash: string;
  /** Without secrets. */
  readonly text: string;
}

/**
 * Writes an evidence file line by line, compressed. Texts lose what is secret before they are hashed; a long one is a
 * line of its own.
 */
export class EvidenceWriter {
  readonly #file: string;
  readonly #redact: (text: string) => string;
  readonly #gzip = createGzip();
  readonly #written: Promise<void>;
  readonly #hash = createHash("sha256");
  readonly #window = new TextWindow<undefined>();
  readonly #known = new Map<string, LongText>();
  #redacted = 0;
  #queue: Promise<void> = Promise.resolve();

  /** @param file That does not exist yet. */
  constructor(file: string, redact: (text: string) => string) {
    this.#file = file;
    this.#redact = redact;
    this.#written = pipeline(this.#gzip, createWriteStream(file, { flags: "wx", mode: 0o600 }));
    // What fails is reported by `finish`.
    this.#written.catch(() => {});
  }

  /** Adds a line after those that were added before. */
  add(line: object): void {
    this.#queue = this.#queue.then(() => this.#put(line));
    this.#queue.catch(() => {});
  }

  /**
   * Adds the last line.
   *
   * @throws what any line could not be written for
   */
  async finish(end: object): Promise<void> {
    await this.#queue;
    await this.#put(end, true);
    this.#gzip.end();
    await this.#written;
  }

  /** Ends without a file. */
  async abandon(): Promise<void> {
    await this.#queue.catch(() => {});
    this.#gzip.destroy();
    await this.#written.catch(() => {});
    await rm(this.#file, { force: true }).catch(() => {});
  }

  async #put(line: object, isEnd = false): Promise<void> {
    const texts = new Map<string, string>();
    const linked = this.#linked(line, texts);
    for (const [blob, text] of texts) {
      if (this.#window.has(blob)) continue;
      await this.#write(JSON.stringify({ blob, text }));
      this.#window.add(blob, text.length, undefined);
    }
    const last = { redacted: this.#redacted, sha256: this.#hash.copy().digest("hex") };
    await this.#write(JSON.stringify(isEnd ? { end: { ...(linked as object), ...last } } : linked));
    this.#window.endLine();
  }

  /** The value with links in place of long texts, which are added to `texts`. */
  #linked(value: unknown, texts: Map<string, string>): unknown {
    if (typeof value === "string") {
      if (value.length <= LONGEST_INLINE) return this.#without(value);
      const { hash, text } = this.#longText(value);
      texts.set(hash, text);
      return { [LINK]: hash };
    }
    if (value instanceof Date) return value.toISOString();
    if (Array.isArray(value) || value instanceof Set)
      return [...value].filter((each) => each !== undefined).map((each) => this.#linked(each, texts));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [this.#redact(key), this.#linked(each, texts)]),
    );
  }

  #longText(value: string): LongText {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const text = this.#without(value);
    const made = { text, hash: createHash("sha256").update(text).digest("hex") };
    this.#known.set(value, made);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    return made;
  }

  /** Without secrets. */
  #without(value: string): string {
    const text = this.#redact(value);
    if (text !== value) this.#redacted += 1;
    return text;
  }

  async #write(json: string): Promise<void> {
    const line = `${json}\n`;
    this.#hash.update(line);
    if (this.#gzip.write(line)) return;
    // A destroyed stream is never drained.
    await Promise.race([once(this.#gzip, "drain"), this.#written]);
  }
}

/** Characters of texts that reader and writer remember after a line; a text that dropped out is written again. */
const WINDOW = 64 * 1024 * 1024;

/**
 * The texts of the last lines by their hash. Reader and writer of a file forget the same ones, so that neither needs
 * memory for the whole file.
 */
export class TextWindow<Value> {
  readonly #values = new Map<string, { readonly value: Value; readonly length: number }>();
  #length = 0;

  /** Characters of all of them. */
  get length(): number {
    return this.#length;
  }

  has(hash: string): boolean {
    return this.#values.has(hash);
  }

  get(hash: string): Value | undefined {
    return this.#values.get(hash)?.value;
  }

  add(hash: string, length: number, value: Value): void {
    this.#values.set(hash, { value, length });
    this.#length += length;
  }

  /** After each line that is no text: the oldest ones drop out. */
  endLine(): void {
    for (const [hash, { length }] of this.#values) {
      if (this.#length <= WINDOW) return;
      this.#values.delete(hash);
      this.#length -= length;
    }
  }
}
