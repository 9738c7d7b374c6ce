import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { LINK, LONGEST_INLINE } from "../schema.ts";
import { TextWindow } from "../text-window.ts";

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
    const redacted = this.#redacted;
    await this.#put((sha256) => ({ end: { ...end, redacted, sha256 } }));
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

  /** @param line Or what makes it of the hash of all lines before. */
  async #put(line: object | ((sha256: string) => object)): Promise<void> {
    const texts = new Map<string, string>();
    const linked = this.#linked(typeof line === "function" ? line("") : line, texts);
    for (const [blob, text] of texts) {
      if (this.#window.has(blob)) continue;
      await this.#write(JSON.stringify({ blob, text }));
      this.#window.add(blob, text.length, undefined);
    }
    const whole = typeof line === "function" ? withHash(linked, this.#hash.copy().digest("hex")) : linked;
    await this.#write(JSON.stringify(whole));
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
    if (Array.isArray(value)) return value.map((each) => this.#linked(each, texts));
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

function withHash(line: unknown, sha256: string): unknown {
  const { end } = line as { readonly end: object };
  return { end: { ...end, sha256 } };
}
