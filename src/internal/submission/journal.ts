import { createHash } from "node:crypto";
import * as z from "zod";
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
  /** The IDs of this input's jobs with the result {@link TIMED_OUT}. */
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

export function writeEntry(submission: SubmissionKey, event: JournalEvent, at: Date): string {
  const { service, chainId, address, input } = submission;
  return JSON.stringify({ at, service, chainId, address, input, ...event });
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
      // If a run submits despite a known job, it either rejected that job or didn't know about it yet.
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
