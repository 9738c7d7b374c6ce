import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type * as z from "zod";
import { advice } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { parseUnlimited } from "../services/http/parse-json.ts";
import { cleanText } from "../text/clean-text.ts";
import { explainIssues, formatPath } from "../text/explain-issues.ts";
import { explainFileError, getErrorCode, messageOf } from "../text/file-reason.ts";
import { asObject, isObject } from "../text/is-object.ts";
import { type EndEntry, EVIDENCE_SCHEMA, type Header, LINES, LINK, MAX_INLINE_LENGTH } from "./schema.ts";

/** Maximum total length of the shared strings that precede a line. */
const MAX_TEXT_BYTES = 512 * 1024 * 1024;
const DEEPEST = 64;

/** A line whose references to shared strings are resolved. */
type EvidenceLine = { readonly header: Header } | z.infer<(typeof LINES)["contract" | "given" | "end"]>;

export type EvidenceSummary = Awaited<ReturnType<typeof checkEvidence>>;

/** Verifies each hash in the file. @throws VerifyContractError VC802 to VC806 */
export async function checkEvidence(file: string) {
  let header: Header | undefined;
  let end: EndEntry | undefined;
  for await (const line of readEvidence(file, false)) {
    if ("header" in line) header = line.header;
    if ("end" in line) end = line.end;
  }
  if (header === undefined || end === undefined) throw truncatedError(file, 0);
  return { header, end };
}

/** @throws VerifyContractError VC802 to VC806 */
export async function readHeader(file: string): Promise<Header> {
  for await (const line of readLines(file)) return await parseHeader(file, line);
  throw truncatedError(file, 0);
}

/** Verifies each hash only at the end, so {@link checkEvidence} comes first. */
export async function* readEvidence(
  file: string,
  withContracts = true,
): AsyncGenerator<EvidenceLine, void, void> {
  const texts = new TextWindow<number, string>();
  let lastText = 0;
  const hash = createHash("sha256");
  let contracts = 0;
  let number = 0;
  let isOver = false;
  for await (const line of readLines(file)) {
    if (isOver) throw changedError(file, `line ${line.number}, which follows the last line`);
    number = line.number;
    if (number === 1) yield { header: await parseHeader(file, line) };
    else if (line.text.startsWith('{"text":')) {
      const { text } = valid(file, line, LINES.text, parsed(file, line));
      lastText += 1;
      texts.add(lastText, text, text.length);
      if (texts.length > MAX_TEXT_BYTES)
        throw tooLarge(file, `the shared text before line ${number} is too long`);
    } else {
      if (line.text.startsWith('{"end":')) {
        const { end } = read(file, line, LINES.end, texts);
        if (end.sha256 !== hash.copy().digest("hex"))
          throw changedError(file, "the last line, whose hash doesn't match the preceding lines");
        if (end.contracts !== contracts)
          throw changedError(file, `it contains ${contracts} contracts instead of ${end.contracts}`);
        isOver = true;
        yield { end };
      } else {
        contracts += 1;
        const form = line.text.startsWith('{"given":') ? LINES.given : LINES.contract;
        if (withContracts) yield read<EvidenceLine>(file, line, form, texts);
      }
      texts.endLine();
    }
    hash.update(line.text).update("\n");
  }
  if (!isOver) throw truncatedError(file, number);
}

async function parseHeader(file: string, line: Line): Promise<Header> {
  try {
    const value = parsed(file, line);
    const { schema } = asObject(value);
    if (typeof schema !== "string" || !/^verify-contract-evidence\/\d+$/.test(schema))
      throw notEvidence(file, "its first line doesn't identify it as evidence");
    if (schema !== EVIDENCE_SCHEMA) throw otherVersion(file, schema, value);
    return valid(file, line, LINES.header, value);
  } catch (error) {
    // The checksum at the end distinguishes a damaged file from a file in a different format.
    let total = 0;
    for await (const chunk of readChunks(file, () => line.number)) {
      total += chunk.length;
      if (total > MAX_CONTENT_BYTES) break;
    }
    throw error;
  }
}

function otherVersion(file: string, schema: string, header: unknown): VerifyContractError {
  // Another schema version may store `tool` in a different shape.
  const { name, version } = asObject(asObject(header).tool);
  return new VerifyContractError("VC803", {
    values: { file },
    facts: [
      ["Format", cleanText(schema, 60)],
      ["Written by", cleanText(`${name} ${version}`, 60)],
    ],
    next: advice("replay it with the version that wrote it"),
  });
}

function read<T>(file: string, line: Line, schema: z.ZodType<T>, texts: TextWindow<number, string>): T {
  const restored = restore(parsed(file, line), (number) => {
    const text = texts.get(number);
    if (text === undefined)
      throw changedError(file, `line ${line.number}, which refers to missing text ${number}`);
    return text;
  });
  return valid(file, line, schema, restored);
}

function restore(value: unknown, textOf: (number: number) => string, depth = 0): unknown {
  if (depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((each) => restore(each, textOf, depth + 1));
  if (!isObject(value)) return value;
  const { [LINK]: link } = value;
  if (typeof link === "number") return textOf(link);
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, restore(each, textOf, depth + 1)]),
  );
}

function parsed(file: string, { number, text }: Line): unknown {
  try {
    return parseUnlimited(text);
  } catch (cause) {
    throw unreadable(file, number, "is not valid JSON", cause);
  }
}

function valid<T>(file: string, { number }: Line, schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [first] = explainIssues(result.error.issues, { value });
  const where = first === undefined ? "is invalid" : `has ${formatPath(first.path, "")}: ${first.text}`;
  throw unreadable(file, number, where, result.error);
}

/** A run over 2,000 contracts writes less than 200 MB. */
const MAX_FILE_BYTES = 512 * 1024 * 1024;
const MAX_CONTENT_BYTES = 8 * 1024 * 1024 * 1024;
/** V8's string limit. */
const MAX_LINE_BYTES = 128 * 1024 * 1024;
const LINE_END = 0x0a;

interface Line {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
}

/** @throws VerifyContractError VC802, VC804, VC805, VC806 */
async function* readLines(file: string): AsyncGenerator<Line, void, void> {
  await refuseUnusable(file);
  const waiting: Buffer[] = [];
  let length = 0;
  let total = 0;
  let number = 0;
  for await (const chunk of readChunks(file, () => number)) {
    total += chunk.length;
    if (total > MAX_CONTENT_BYTES)
      throw tooLarge(file, `its content is larger than ${MAX_CONTENT_BYTES} bytes`);
    let from = 0;
    for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, from)) {
      waiting.push(chunk.subarray(from, at));
      number += 1;
      yield { number, text: decoded(file, Buffer.concat(waiting.splice(0)), number) };
      length = 0;
      from = at + 1;
    }
    waiting.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > MAX_LINE_BYTES)
      throw tooLarge(file, `line ${number + 1} is longer than ${MAX_LINE_BYTES} bytes`);
  }
  if (length > 0) throw truncatedError(file, number);
}

async function refuseUnusable(file: string): Promise<void> {
  const known = await stat(file).catch((cause: unknown) => {
    throw notEvidence(file, explainFileError(cause), cause);
  });
  if (!known.isFile()) throw notEvidence(file, "it isn't a regular file");
  if (known.size === 0) throw notEvidence(file, "it is empty");
  if (known.size > MAX_FILE_BYTES)
    throw tooLarge(file, `it has ${known.size} bytes; the limit is ${MAX_FILE_BYTES}`);
}

async function* readChunks(file: string, lines: () => number): AsyncGenerator<Buffer, void, void> {
  const source = createReadStream(file);
  const content = createGunzip();
  source.on("error", (error) => content.destroy(error));
  let bytes = 0;
  try {
    for await (const chunk of source.pipe(content) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      yield chunk;
    }
  } catch (error) {
    // A flipped bit may hide the end of the compressed data. A damaged file still ends with the length of its content,
    // but a truncated file doesn't.
    const isTorn =
      getErrorCode(error) === "Z_BUF_ERROR" && Math.abs((await statedLength(file)) - bytes) > MAX_LOST;
    throw isTorn ? truncatedError(file, lines()) : changedOrForeign(file, error, lines());
  } finally {
    source.destroy();
    content.destroy();
  }
}

/** A gzip file ends with the uncompressed length (RFC 1952, ISIZE). */
async function statedLength(file: string): Promise<number> {
  await using handle = await open(file);
  const { size } = await handle.stat();
  const last = Buffer.alloc(4);
  await handle.read(last, 0, last.length, Math.max(0, size - last.length));
  return last.readUInt32LE();
}

/** Maximum length of the content that a flipped bit may hide. A truncated file's last four bytes are arbitrary. */
const MAX_LOST = 64 * 1024;

function decoded(file: string, bytes: Buffer, number: number): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw unreadable(file, number, "is not valid UTF-8", cause);
  }
}

const ANOTHER = advice("pass a file written by --evidence");

export function notEvidence(file: string, reason: string, cause?: unknown): VerifyContractError {
  return new VerifyContractError("VC802", {
    values: { file },
    facts: [["Reason", cleanText(reason, 300)]],
    next: ANOTHER,
    cause,
  });
}

/** @param lines The number of complete lines. */
function truncatedError(file: string, lines: number): VerifyContractError {
  return new VerifyContractError("VC804", {
    values: { file },
    facts: [["Complete up to", `line ${lines}`]],
    likely: "the file was not copied completely",
    next: advice("copy it again"),
  });
}

/** @param where The first place that shows the change. */
function changedError(file: string, where: string, cause?: unknown): VerifyContractError {
  return new VerifyContractError("VC805", {
    values: { file },
    facts: [["Where", where]],
    next: advice("copy the original file again"),
    cause,
  });
}

/** The first line has to identify the format, so an error is VC802 there and VC805 in any other line. */
function unreadable(file: string, line: number, what: string, cause: unknown): VerifyContractError {
  const where = cleanText(`line ${line}, which ${what}`, 300);
  return line === 1 ? notEvidence(file, where, cause) : changedError(file, where, cause);
}

function tooLarge(file: string, reason: string): VerifyContractError {
  return new VerifyContractError("VC806", { values: { file }, facts: [["Reason", reason]] });
}

/** @param lines The number of complete lines before the error. */
function changedOrForeign(file: string, error: unknown, lines: number): VerifyContractError {
  const code = getErrorCode(error);
  if (!code.startsWith("Z_")) return notEvidence(file, messageOf(error), error);
  return lines === 0 && code === "Z_DATA_ERROR" && messageOf(error).includes("incorrect header check")
    ? notEvidence(file, "it isn't compressed with gzip", error)
    : changedError(file, `the compressed data after line ${lines}`, error);
}

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

  /** Adds to `texts` any strings that haven't been written yet. */
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

/** The number of characters that the reader and the writer keep. A dropped string is written again when needed. */
const WINDOW = 64 * 1024 * 1024;

/** The reader and the writer drop the same strings, so neither keeps the whole file in memory. */
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

  /** Called after every line that isn't a text line. */
  endLine(): void {
    for (const [key, { length }] of this.#values) {
      if (this.length <= WINDOW) return;
      this.#values.delete(key);
      this.length -= length;
    }
  }
}
