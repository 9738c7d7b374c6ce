import type { Match } from "../../domain/record.ts";
import type { ErrorBody } from "./error-body.ts";
import type { JudgeFailure } from "./judgement.ts";

/** A verification job. */
export interface StoredJob {
  readonly verificationId: string;
  /** Checksummed. */
  readonly address: string;
  readonly startedAt: string;
  readonly end: JobEnd | undefined;
}

export type JobEnd =
  | {
      readonly kind: "matched";
      readonly finishedAt: string;
      /** The same in milliseconds since 1970. */
      readonly endedAtMs: number;
      readonly compilationTimeMs: number;
      readonly creationMatch: Match | null;
      readonly runtimeMatch: Match | null;
    }
  | {
      readonly kind: "failed";
      readonly finishedAt: string;
      readonly error: ErrorBody & Omit<JudgeFailure, "customCode" | "message">;
    };

/** The oldest ended jobs beyond this number are dropped: their failures contain whole bytecodes. */
const MOST_JOBS = 10_000;

/** All jobs, in memory. */
export class JobStore {
  readonly #jobs = new Map<string, StoredJob>();
  readonly #running = new Set<string>();

  get(verificationId: string): StoredJob | undefined {
    return this.#jobs.get(verificationId);
  }

  isRunning(address: string): boolean {
    return this.#running.has(address.toLowerCase());
  }

  start(job: Omit<StoredJob, "end">): void {
    this.#jobs.set(job.verificationId, { ...job, end: undefined });
    this.#running.add(job.address.toLowerCase());
    const [oldest] = this.#jobs;
    if (this.#jobs.size > MOST_JOBS && oldest?.[1].end !== undefined) this.#jobs.delete(oldest[0]);
  }

  end(verificationId: string, end: JobEnd): void {
    const job = this.#jobs.get(verificationId);
    if (job === undefined) return;
    this.#jobs.set(verificationId, { ...job, end });
    this.#running.delete(job.address.toLowerCase());
  }
}
