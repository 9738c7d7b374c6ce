import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import path from "node:path";
import { explainFileError } from "../text/file-reason.ts";
import {
  applyEntry,
  type EarlierSubmission,
  formatKey,
  type Journal,
  type JournalEvent,
  parseEntry,
  type SubmissionKey,
  writeEntry,
} from "./journal.ts";

/** No job runs that long, so older files are deleted. */
const KEEP_MS = 7 * 86_400_000;
/** Larger files are ignored, because no run writes one. */
const MAX_BYTES = 64 * 1024 * 1024;
const EXTENSION = ".jsonl";

export interface JournalOptions {
  /** Ignores the entries of earlier runs. This run still writes its own entries. */
  readonly fresh: boolean;
  /** Called once if the journal can't be written. */
  readonly onUnusable: (reason: string) => void;
}

/** One file per run, so that concurrent runs don't touch each other's lines. A torn line loses only its entry. */
export class JournalFiles implements Journal {
  readonly #folder: string;
  readonly #own: string;
  readonly #options: JournalOptions;
  /** By submission input. Not sorted, because an older entry from another run may be read later. */
  readonly #lines = new Map<string, string[]>();
  /** Number of bytes read from each file. */
  readonly #read = new Map<string, number>();
  #writing: Promise<void> = Promise.resolve();
  #isUnusable = false;

  /** @param folder Absolute path. The folder is created when the first line is written. */
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
    this.#readNew();
    return (this.#lines.get(key.input) ?? [])
      .flatMap((line) => parseEntry(line) ?? [])
      .filter((entry) => formatKey(entry) === formatKey(key))
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      .reduce(applyEntry, undefined as EarlierSubmission | undefined);
  }

  note(key: SubmissionKey, event: JournalEvent): Promise<void> {
    const line = `${writeEntry(key, event, new Date())}\n`;
    this.#learn(line);
    this.#writing = this.#writing.then(() => this.#append(line));
    return this.#writing;
  }

  written(): Promise<void> {
    return this.#writing;
  }

  async #append(line: string): Promise<void> {
    if (this.#isUnusable) return;
    try {
      // Another process may delete the cache at any time.
      await mkdir(this.#folder, { recursive: true });
      await using file = await open(this.#own, "a", 0o600);
      await file.appendFile(line);
      await file.datasync();
    } catch (error) {
      this.#isUnusable = true;
      this.#options.onUnusable(`${this.#folder}: ${explainFileError(error)}`);
    }
  }

  /** A folder or file that can't be read counts as empty. */
  #readNew(): void {
    const files = orEmpty(() => readdirSync(this.#folder)).filter((name) => name.endsWith(EXTENSION));
    for (const name of files.sort()) {
      if (name === path.basename(this.#own)) continue;
      for (const line of orEmpty(() => this.#newLines(path.join(this.#folder, name)))) this.#learn(line);
    }
  }

  #learn(line: string): void {
    const input = INPUT.exec(line)?.[1];
    if (input === undefined) return;
    const lines = this.#lines.get(input);
    if (lines === undefined) this.#lines.set(input, [line]);
    else lines.push(line);
  }

  /** Synchronous: the files are small, and awaiting each takes longer than reading it. */
  #newLines(file: string): readonly string[] {
    const { size, mtimeMs } = statSync(file);
    if (Date.now() - mtimeMs > KEEP_MS) {
      rmSync(file, { force: true });
      return [];
    }
    const from = this.#read.get(file) ?? 0;
    if (size <= from || size > MAX_BYTES) return [];
    const added = readFileSync(file).subarray(from);
    // The last line may be incomplete, because its run is still writing it or was killed.
    const end = added.lastIndexOf("\n") + 1;
    this.#read.set(file, from + end);
    return added.toString("utf8", 0, end).split("\n");
  }
}

const INPUT = /"input":"([0-9a-f]{64})"/;

function orEmpty(read: () => readonly string[]): readonly string[] {
  try {
    return read();
  } catch {
    return [];
  }
}
