import { createHash } from "node:crypto";

import { z } from "zod";

/** One submission: the same input for the same code at the same address has the same key. */
export interface SubmissionKey {
  /** Base URL of the verification service, without credentials. */
  readonly service: string;
  readonly chainId: number;
  /** Checksummed. */
  readonly address: string;
  /** SHA-256 of what is sent and of the runtime bytecode that it is sent for, in hex. */
  readonly input: string;
}

/** What became of a submission, as far as it was written down. */
export type JournalEvent =
  /** It is about to be sent. Where nothing follows, it may have arrived. */
  | { readonly event: "sending" }
  | { readonly event: "accepted"; readonly verificationId: string }
  /** It did not start a job: the service refused it, or had nothing left to do. */
  | { readonly event: "not-accepted" }
  /** {@link MATCHED}, or the `customCode` of a failure. */
  | { readonly event: "ended"; readonly verificationId: string; readonly result: string };

/** The result of a job that found a match. */
export const MATCHED = "matched";

export type JournalEntry = SubmissionKey & JournalEvent & { readonly at: Date };

/** There is a job; `result` is undefined where nobody saw its end. */
export interface EarlierJob {
  readonly kind: "job";
  readonly verificationId: string;
  readonly result: string | undefined;
  readonly at: Date;
}

/** What is known of a submission that was made before. */
export type EarlierSubmission =
  /** It was sent, and nobody knows whether it arrived. `job` is one that was known before. */
  { readonly kind: "lost"; readonly at: Date; readonly job: EarlierJob | undefined } | EarlierJob;

/** Remembers submissions beyond the end of the process, however that comes. */
export interface Journal {
  /** The newest that is known of this submission, from any run. */
  lookUp(key: SubmissionKey): Promise<EarlierSubmission | undefined>;
  /** Resolves when it can't be lost any more by an end of this process. */
  note(key: SubmissionKey, event: JournalEvent): Promise<void>;
}

/** For what submits nothing. */
export const NO_JOURNAL: Journal = {
  lookUp: () => Promise.resolve(undefined),
  note: () => Promise.resolve(),
};

/** @param body What is sent; the code is part of the key because a development chain can start anew. */
export function inputHash(body: unknown, runtimeBytecode: string): string {
  return createHash("sha256").update(JSON.stringify(body)).update(runtimeBytecode).digest("hex");
}

const key = {
  service: z.string(),
  chainId: z.int(),
  address: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  input: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.iso.datetime().transform((text) => new Date(text)),
};
const verificationId = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

const entrySchema = z.discriminatedUnion("event", [
  z.object({ ...key, event: z.literal("sending") }),
  z.object({ ...key, event: z.literal("accepted"), verificationId }),
  z.object({ ...key, event: z.literal("not-accepted") }),
  z.object({ ...key, event: z.literal("ended"), verificationId, result: z.string().max(200) }),
]);

/** Reads one line; undefined for one that is torn, or of another version. */
export function parseEntry(line: string): JournalEntry | undefined {
  try {
    const parsed = entrySchema.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

export function writeEntry(submission: SubmissionKey, event: JournalEvent, at: Date): string {
  const { service, chainId, address, input } = submission;
  return JSON.stringify({ at, service, chainId, address, input, ...event });
}

/** What a later entry makes of what was known. Entries of several runs may be mixed. */
export function withEntry(
  known: EarlierSubmission | undefined,
  entry: JournalEntry,
): EarlierSubmission | undefined {
  const { at } = entry;
  switch (entry.event) {
    case "sending":
      // Who sends although there is a job has found that it is of no use, or did not know of it yet.
      return { kind: "lost", at, job: jobOf(known) };
    case "accepted":
      return { kind: "job", verificationId: entry.verificationId, result: undefined, at };
    case "not-accepted":
      return jobOf(known);
    case "ended":
      return { kind: "job", verificationId: entry.verificationId, result: entry.result, at };
  }
}

/** The newest job of a submission. */
export function jobOf(known: EarlierSubmission | undefined): EarlierJob | undefined {
  return known?.kind === "lost" ? known.job : known;
}

/** A text for a map. */
export function textOfKey({ service, chainId, address, input }: SubmissionKey): string {
  return [service, chainId, address.toLowerCase(), input].join("\n");
}
