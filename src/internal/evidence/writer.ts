import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { LINK, MAX_INLINE_LENGTH } from "./schema.ts";

/** Removes secrets. Each long string gets a separate line. */
export class EvidenceWriter {
  readonly #file: string;
  readonly #redact: (text: string) => string;
  readonly #gzip = createGzip();
  readonly #written: Promise<void>;
  readonly #hash = createHash("sha256");
  readonly #texts = new TextWindow<string, number>();
  #lastText = 0;
  #redacted = 0;
  #queue: Promise<void> = Promise.resolve();

  /** @param file Must not exist yet. */
  constructor(file: string, redact: (text: string) => string) {
    this.#file = file;
    this.#redact = redact;
    this.#written = pipeline(this.#gzip, createWriteStream(file, { flags: "wx", mode: 0o600 }));
    // `finish` reports failures.
    this.#written.catch(() => {});
  }

  add(line: object): void {
    this.#queue = this.#queue.then(() => this.#put(line));
    this.#queue.catch(() => {});
  }

  /** @throws the error of any line that couldn't be written */
  async finish(end: object): Promise<void> {
    await this.#queue;
    await this.#put(end, true);
    this.#gzip.end();
    await this.#written;
  }

  async abandon(): Promise<void> {
    await this.#queue.catch(() => {});
    this.#gzip.destroy();
    await this.#written.catch(() => {});
    await rm(this.#file, { force: true }).catch(() => {});
  }

  async #put(line: object, isEnd = false): Promise<void> {
    const texts: object[] = [];
    const linked = this.#linked(line, texts);
    for (const text of texts) await this.#write(text);
    const last = { redacted: this.#redacted, sha256: this.#hash.copy().digest("hex") };
    await this.#write(isEnd ? { end: { ...(linked as object), ...last } } : linked);
    this.#texts.endLine();
  }

  /** Adds strings that were not written before to `texts`. */
  #linked(value: unknown, texts: object[]): unknown {
    if (typeof value === "string")
      return value.length <= MAX_INLINE_LENGTH
        ? this.#without(value)
        : { [LINK]: this.#numberOf(value, texts) };
    if (value instanceof Date) return value.toISOString();
    if (Array.isArray(value) || value instanceof Set)
      return [...value].filter((each) => each !== undefined).map((each) => this.#linked(each, texts));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [this.#redact(key), this.#linked(each, texts)]),
    );
  }

  #numberOf(value: string, texts: object[]): number {
    const known = this.#texts.get(value);
    if (known !== undefined) return known;
    const text = this.#without(value);
    this.#lastText += 1;
    this.#texts.add(value, this.#lastText, text.length);
    texts.push({ text });
    return this.#lastText;
  }

  #without(value: string): string {
    const text = this.#redact(value);
    if (text !== value) this.#redacted += 1;
    return text;
  }

  async #write(value: unknown): Promise<void> {
    const line = `${JSON.stringify(value)}\n`;
    this.#hash.update(line);
    if (this.#gzip.write(line)) return;
    // A destroyed stream never drains.
    await Promise.race([once(this.#gzip, "drain"), this.#written]);
  }
}

/** The number of characters that reader and writer keep. A dropped string is written again when needed. */
const WINDOW = 64 * 1024 * 1024;

/** Reader and writer drop the same strings, so neither keeps the whole file in memory. */
export class TextWindow<Key, Value> {
  readonly #values = new Map<Key, { readonly value: Value; readonly length: number }>();
  length = 0;

  get(key: Key): Value | undefined {
    return this.#values.get(key)?.value;
  }

  add(key: Key, value: Value, length: number): void {
    this.#values.set(key, { value, length });
    this.length += length;
  }

  /** Called after each line except text lines. */
  endLine(): void {
    for (const [key, { length }] of this.#values) {
      if (this.length <= WINDOW) return;
      this.#values.delete(key);
      this.length -= length;
    }
  }
}
