import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import { explainFileError } from "../text/file-reason.ts";
import { tryJson } from "../text/is-object.ts";

/** The same input for the same code at the same address has the same key. */
export interface SubmissionKey {
  /** Base URL of the verification service or the explorer, without credentials. */
  readonly service: string;
  readonly chainId: number;
  /** Checksummed. */
  readonly address: string;
  /** SHA-256 of the request body and the runtime bytecode on chain, in hex. */
  readonly input: string;
}

export type JournalEvent =
  /** The run is about to send the submission. If no later event follows, the submission may have arrived. */
  | { readonly event: "sending" }
  | { readonly event: "accepted"; readonly verificationId: string }
  /** The service refused it, or its result is already stored. */
  | { readonly event: "not-accepted" }
  /** {@link MATCHED}, {@link ALREADY_VERIFIED}, {@link TIMED_OUT}, or the `customCode` of any other failure. */
  | { readonly event: "ended"; readonly verificationId: string; readonly result: string };

export const MATCHED = "matched";
/** An equal or better match was already stored. */
export const ALREADY_VERIFIED = "already_verified";
export const TIMED_OUT = "timed_out";

export type JournalEntry = SubmissionKey & JournalEvent & { readonly at: Date };

/** A job. `result` is undefined if no run saw its end. */
export interface EarlierJob {
  readonly kind: "job";
  readonly verificationId: string;
  readonly result?: string | undefined;
  readonly at: Date;
  /** The IDs of the jobs for this input that ended with {@link TIMED_OUT}. */
  readonly timedOut?: readonly string[];
}

export type EarlierSubmission =
  /** The submission was sent and may have arrived. `job` is an older job for the same input. */
  { readonly kind: "lost"; readonly at: Date; readonly job?: EarlierJob | undefined } | EarlierJob;

export interface Journal {
  /** Absolute. Undefined if nothing is persisted. */
  readonly place?: string | undefined;
  lookUp(key: SubmissionKey): Promise<EarlierSubmission | undefined>;
  /** Resolves once the entry is durable. */
  note(key: SubmissionKey, event: JournalEvent): Promise<void>;
  /** @default durable when `note` resolves */
  written?(): Promise<void>;
}

/** If writing fails, `written` throws. */
export function noteMeanwhile(journal: Journal, key: SubmissionKey, event: JournalEvent): void {
  journal.note(key, event).catch(() => {});
}

/** The code is part of the key because a development chain can restart. */
export function hashSubmission(body: unknown, runtimeBytecode: string): string {
  return createHash("sha256").update(JSON.stringify(body)).update(runtimeBytecode).digest("hex");
}

/** Created on first use, because most runs find no entry for their submission. */
const entrySchema = z.lazy(() => {
  const key = {
    service: z.string(),
    chainId: z.int(),
    address: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
    input: z.string().regex(/^[0-9a-f]{64}$/),
    at: z.iso.datetime().transform((text) => new Date(text)),
  };
  // Verification services use UUIDs, and explorers use GUIDs or hashes.
  const verificationId = z.string().regex(/^[\w.-]{1,200}$/);
  return z.discriminatedUnion("event", [
    z.object({ ...key, event: z.literal("sending") }),
    z.object({ ...key, event: z.literal("accepted"), verificationId }),
    z.object({ ...key, event: z.literal("not-accepted") }),
    z.object({ ...key, event: z.literal("ended"), verificationId, result: z.string().max(200) }),
  ]);
});

/** Undefined if the line is torn or was written by another version. */
export function parseEntry(line: string): JournalEntry | undefined {
  return entrySchema.safeParse(tryJson(line)).data;
}

/** Entries from several runs may be interleaved. */
export function applyEntry(
  known: EarlierSubmission | undefined,
  entry: JournalEntry,
): EarlierSubmission | undefined {
  const { at } = entry;
  const timedOut = addTimedOut(getNewestJob(known)?.timedOut ?? [], entry);
  switch (entry.event) {
    case "sending":
      // If a run submits although there is a known job, it either rejected that job or didn't know about it yet.
      return { kind: "lost", at, job: getNewestJob(known) };
    case "accepted":
      return { kind: "job", verificationId: entry.verificationId, result: undefined, at, ...timedOut };
    case "not-accepted":
      return getNewestJob(known);
    case "ended":
      return { kind: "job", verificationId: entry.verificationId, result: entry.result, at, ...timedOut };
  }
}

function addTimedOut(before: readonly string[], entry: JournalEntry): Pick<EarlierJob, "timedOut"> {
  const isOne = entry.event === "ended" && entry.result === TIMED_OUT;
  const timedOut = isOne ? [...new Set([...before, entry.verificationId])] : before;
  return timedOut.length === 0 ? {} : { timedOut };
}

export function getNewestJob(known: EarlierSubmission | undefined): EarlierJob | undefined {
  return known?.kind === "lost" ? known.job : known;
}

export function hasStoredMatch({ result }: EarlierJob): boolean {
  return result === MATCHED || result === ALREADY_VERIFIED;
}

export function formatKey({ service, chainId, address, input }: SubmissionKey): string {
  return [service, chainId, address.toLowerCase(), input].join("\n");
}

/** No job runs that long, so older files are deleted. */
const KEEP_MS = 7 * 86_400_000;
/** Larger files are ignored, because no run writes files of that size. */
const MAX_BYTES = 64 * 1024 * 1024;
const EXTENSION = ".jsonl";

interface JournalOptions {
  /** Ignores the entries of earlier runs. This run still writes its own entries. */
  readonly fresh: boolean;
  /** Called once if the journal can't be written. */
  readonly onUnusable: (reason: string) => void;
}

/** One file per run, so that concurrent runs don't touch each other's lines. A torn line costs only its own entry. */
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

  note({ service, chainId, address, input }: SubmissionKey, event: JournalEvent): Promise<void> {
    const entry = { at: new Date(), service, chainId, address, input, ...event };
    const line = `${JSON.stringify(entry)}\n`;
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
