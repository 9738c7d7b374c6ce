import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { fileReason } from "../text/file-reason.ts";
import {
  type EarlierSubmission,
  type Journal,
  type JournalEntry,
  type JournalEvent,
  parseEntry,
  type SubmissionKey,
  textOfKey,
  withEntry,
  writeEntry,
} from "./journal.ts";

/** Milliseconds after which a file is deleted: no job runs that long. */
const KEEP_MS = 7 * 86_400_000;
/** No run writes a larger file. */
const MOST_BYTES = 64 * 1024 * 1024;
const EXTENSION = ".jsonl";

export interface JournalOptions {
  /** Ignores the entries of earlier runs; this run still writes its own. */
  readonly fresh: boolean;
  /** Called once, when the journal can't be written. */
  readonly onUnusable: (reason: string) => void;
}

/**
 * A journal in a folder, with a file for each run: so runs at the same time do not touch each other's lines, and each
 * reads what the others wrote. A torn line loses only its own entry.
 */
export class JournalFiles implements Journal {
  readonly #folder: string;
  readonly #own: string;
  readonly #options: JournalOptions;
  /** By submission, unsorted: an older entry of another run may be read later. */
  readonly #entries = new Map<string, JournalEntry[]>();
  /** How many bytes of each file are read. */
  readonly #read = new Map<string, number>();
  #reading: Promise<void> = Promise.resolve();
  #writing: Promise<void> = Promise.resolve();
  #isUnusable = false;

  /** @param folder Absolute path; made when the first line is written. */
  constructor(folder: string, options: JournalOptions) {
    this.#folder = folder;
    this.#options = options;
    const started = new Date()
      .toISOString()
      .replace(/[^0-9]/g, "")
      .slice(0, 14);
    this.#own = path.join(folder, `${started}-${process.pid}-${randomBytes(4).toString("hex")}${EXTENSION}`);
  }

  get place(): string {
    return this.#own;
  }

  async lookUp(key: SubmissionKey): Promise<EarlierSubmission | undefined> {
    if (this.#options.fresh) return undefined;
    this.#reading = this.#reading.then(() => this.#readNew());
    await this.#reading;
    const entries = this.#entries.get(textOfKey(key)) ?? [];
    return [...entries]
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      .reduce(withEntry, undefined as EarlierSubmission | undefined);
  }

  note(key: SubmissionKey, event: JournalEvent): Promise<void> {
    const line = `${writeEntry(key, event, new Date())}\n`;
    this.#learn(line);
    this.#writing = this.#writing.then(() => this.#append(line));
    return this.#writing;
  }

  async #append(line: string): Promise<void> {
    if (this.#isUnusable) return;
    try {
      await using file = await this.#open();
      await file.appendFile(line);
      await file.datasync();
    } catch (error) {
      this.#isUnusable = true;
      this.#options.onUnusable(fileReason(error));
    }
  }

  async #open(): Promise<FileHandle> {
    const tryOnce = (): Promise<FileHandle> => open(this.#own, "a", 0o600);
    try {
      return await tryOnce();
    } catch {
      // The folder does not exist yet, or the cache was deleted.
      await mkdir(this.#folder, { recursive: true });
      return await tryOnce();
    }
  }

  /** Reads the lines that other runs have added. A folder or file that can't be read counts as empty. */
  async #readNew(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    const files = names.filter((name) => name.endsWith(EXTENSION)).sort();
    const lines: string[] = [];
    for (const name of files.filter((each) => each !== path.basename(this.#own)))
      lines.push(...(await this.#newLines(path.join(this.#folder, name)).catch(() => [])));
    this.#learn(...lines);
  }

  #learn(...lines: readonly string[]): void {
    for (const entry of lines.flatMap((line) => parseEntry(line) ?? [])) {
      const key = textOfKey(entry);
      const entries = this.#entries.get(key) ?? [];
      entries.push(entry);
      this.#entries.set(key, entries);
    }
  }

  async #newLines(file: string): Promise<readonly string[]> {
    const { size, mtimeMs } = await stat(file);
    if (Date.now() - mtimeMs > KEEP_MS) {
      await rm(file, { force: true });
      return [];
    }
    const from = this.#read.get(file) ?? 0;
    if (size <= from || size > MOST_BYTES) return [];
    await using handle = await open(file, "r");
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(size - from),
      position: from,
    });
    // The last line may be incomplete: its run still writes it, or was killed.
    const end = buffer.lastIndexOf("\n", bytesRead - 1) + 1;
    this.#read.set(file, from + end);
    return buffer.toString("utf8", 0, end).split("\n");
  }
}
